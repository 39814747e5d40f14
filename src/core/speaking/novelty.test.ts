import { describe, expect, test } from "vitest"
import { novelty } from "./novelty.ts"

describe("novelty [hive.nothing-new]", () => {
  test("a first text is entirely new, a repeated text is not new", () => {
    const text = ["Migrations should be reversible because deployments fail."]
    expect(novelty(text, [])).toBe(1)
    expect(novelty(text, text)).toBe(0)
  })

  test("the same words in another order are not new", () => {
    expect(
      novelty(
        ["Because deployments fail, migrations should be reversible!"],
        ["Migrations should be reversible because deployments fail."],
      ),
    ).toBe(0)
  })

  test("a new angle counts by its share", () => {
    const share = novelty(["deployments fail; measure latency first"], ["deployments fail often"])
    expect(share).toBeGreaterThan(0.3)
    expect(share).toBeLessThan(0.9)
  })

  test("Chinese is split without spaces", () => {
    expect(novelty(["我们应该先测量延迟"], ["我们应该先测量延迟"])).toBe(0)
    expect(novelty(["成本太高"], ["我们应该先测量延迟"])).toBe(1)
  })

  /** A statement, the same with its words reordered, and a different one. */
  const languages: Readonly<Record<string, readonly [said: string, again: string, other: string]>> = {
    English: [
      "Insulate the walls first, because heat leaves there.",
      "Because heat leaves there: insulate the walls first!",
      "Neighbours could share one large pump.",
    ],
    Chinese: [
      "我们应该先给墙壁保温，因为热量从那里流失。",
      "因为热量从那里流失，我们应该先给墙壁保温！",
      "邻居可以共用一台大型水泵。",
    ],
    Japanese: [
      "まず壁を断熱すべきです。熱がそこから逃げるからです。",
      "熱がそこから逃げるからです。まず壁を断熱すべきです。",
      "近所で大きなポンプを共有できる。",
    ],
    Korean: [
      "먼저 벽을 단열해야 합니다. 열이 거기서 빠져나갑니다.",
      "열이 거기서 빠져나갑니다. 먼저 벽을 단열해야 합니다.",
      "이웃끼리 큰 펌프를 함께 쓸 수 있다.",
    ],
    Thai: [
      "เราควรหุ้มฉนวนผนังก่อน เพราะความร้อนออกทางนั้น",
      "เพราะความร้อนออกทางนั้น เราควรหุ้มฉนวนผนังก่อน",
      "เพื่อนบ้านใช้ปั๊มใหญ่ร่วมกันได้",
    ],
    Arabic: [
      "يجب عزل الجدران أولا لأن الحرارة تخرج منها",
      "لأن الحرارة تخرج منها يجب عزل الجدران أولا",
      "يمكن للجيران مشاركة مضخة كبيرة واحدة",
    ],
    Hebrew: [
      "צריך לבודד את הקירות קודם כי החום יוצא משם",
      "כי החום יוצא משם צריך לבודד את הקירות קודם",
      "שכנים יכולים לחלוק משאבה גדולה אחת",
    ],
    Hindi: [
      "पहले दीवारों को ढकना चाहिए क्योंकि गर्मी वहीं से निकलती है",
      "क्योंकि गर्मी वहीं से निकलती है पहले दीवारों को ढकना चाहिए",
      "पड़ोसी मिलकर बड़ा पंप ले सकते हैं",
    ],
    Russian: [
      "Сначала утеплите стены, потому что тепло уходит там.",
      "Потому что тепло уходит там, утеплите сначала стены!",
      "Соседи могли бы купить общий насос.",
    ],
    Greek: [
      "Πρώτα μονώστε τους τοίχους, εκεί χάνεται η θερμότητα.",
      "Εκεί χάνεται η θερμότητα, πρώτα μονώστε τους τοίχους!",
      "Γείτονες μοιράζονται μεγάλη αντλία.",
    ],
    Vietnamese: [
      "Nên cách nhiệt tường trước vì nhiệt thoát ra ở đó.",
      "Vì nhiệt thoát ra ở đó, nên cách nhiệt tường trước!",
      "Hàng xóm có thể dùng chung một máy bơm lớn.",
    ],
    Khmer: ["យើងគួរតែអ៊ីសូឡង់ជញ្ជាំងមុនគេ", "យើងគួរតែអ៊ីសូឡង់ជញ្ជាំងមុនគេ", "អ្នកជិតខាងអាចប្រើម៉ាស៊ីនបូមទឹករួមគ្នា"],
    Turkish: [
      "Önce duvarları yalıtın, çünkü ısı oradan kaçıyor.",
      "Çünkü ısı oradan kaçıyor: önce duvarları yalıtın!",
      "Komşular büyük pompayı paylaşabilir.",
    ],
  }

  test.each(Object.entries(languages))(
    "%s: a repetition is not new, a different statement is [across.novelty]",
    (_, texts) => {
      const [said, again, other] = texts
      expect(novelty([said], [])).toBe(1)
      expect(novelty([again], [said])).toBeLessThan(0.15)
      expect(novelty([other], [said, again])).toBeGreaterThan(0.6)
      // A text of which half is new counts as about half.
      const half = novelty([again, other], [said])
      expect(half).toBeGreaterThan(0.2)
      expect(half).toBeLessThan(0.8)
    },
  )

  test("composed and decomposed letters are equal", () => {
    expect(novelty(["Ça dépend des fenêtres".normalize("NFD")], ["Ça dépend des fenêtres".normalize("NFC")])).toBe(0)
  })

  test("very short words count if there are no others", () => {
    expect(novelty(["No, not us."], [])).toBe(1)
    expect(novelty(["Not us, no!"], ["No, not us."])).toBe(0)
    expect(novelty(["好"], ["不"])).toBe(1)
  })

  test("text without words is not new", () => {
    expect(novelty(["…", "!!"], [])).toBe(0)
    expect(novelty([], ["anything"])).toBe(0)
  })
})

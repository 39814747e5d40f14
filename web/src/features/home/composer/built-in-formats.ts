/** The formats that come with a picture, the simplest first; shown before the server has said which tables there are. */
export const builtInFormats: readonly string[] = ["duet", "panel", "hive", "assembly"]

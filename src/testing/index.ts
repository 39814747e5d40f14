export { flushEventLoop, ManualClock } from "./manual-clock.ts"
export {
  type Script,
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptedReply,
  scriptedModel,
} from "./scripted-model.ts"

import { parentPort } from 'node:worker_threads'
import { Refusal } from '@sherpa/contracts/problem'
import type { Answer, Message } from './in-thread.ts'

/** Of the task that is open. */
let values: AsyncGenerator | undefined

parentPort?.on('message', async (message: Message) => {
  const answer = await work(message).catch((error): Answer => {
    if (!(error instanceof Refusal)) return { error }
    const { code, ...more } = error
    return { refused: [code, more] as NonNullable<Answer['refused']> }
  })
  parentPort?.postMessage(answer)
})

async function work(message: Message): Promise<Answer> {
  if (typeof message === 'object') {
    const { tasks } = await import(message.program)
    const result = tasks[message.task](...message.given)
    if (typeof result?.next !== 'function') return { value: await result, done: true }
    values = result
  }
  const next = await (message === 'stop' ? values?.return(undefined) : values?.next())
  if (!next || next.done) values = undefined
  return next ?? { done: true }
}

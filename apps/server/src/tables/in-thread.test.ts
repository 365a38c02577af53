import { Refusal } from '@sherpa/contracts/problem'
import { describe, expect, test } from 'vitest'
import { processorTime } from '../../test/processor-time.ts'
import type { tasks } from './in-thread.samples.ts'
import { inThread } from './in-thread.ts'

const program = new URL('./in-thread.samples.ts', import.meta.url)
const thread = inThread<typeof tasks>(program)
const impatient = inThread<typeof tasks>(program, 500)

async function countTo(last: number) {
  const numbers: number[] = []
  const end = await thread.read('countTo', [last], async (batches) => {
    let step = await batches.next()
    for (; !step.done; step = await batches.next()) numbers.push(...step.value)
    return step.value
  })
  return { numbers, end }
}

test('gives a result, and batches with an end', async () => {
  expect(await Promise.all([1, 2, 3].map((number) => thread.run('double', number)))).toEqual([2, 4, 6])
  expect(await thread.runWithFile('double', 4)).toBe(8)
  expect(await Promise.all([countTo(3), countTo(0)])).toEqual([
    { numbers: [1, 2, 3], end: 'done' },
    { numbers: [], end: 'done' },
  ])
})

test('a reader that stops early leaves the thread to the next', async () => {
  const stop = thread.read('countTo', [1e9], async (batches) => {
    await batches.next()
    throw new Error('stored badly')
  })
  await expect(stop).rejects.toThrow('stored badly')
  expect((await countTo(2)).numbers).toEqual([1, 2])
})

test('refusals stay refusals, and defects stay errors', async () => {
  const refusal = await thread.run('refuse').catch((error) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ code: 'not-a-table', errors: [{ field: 'file', message: 'Row 2 is wrong' }] })
  await expect(thread.run('fail')).rejects.toThrow('a defect')
  expect(await thread.run('double', 2)).toBe(4)
})

describe('a file is refused in words that', () => {
  const messageOf = (work: Promise<unknown>) => work.catch(({ errors }) => errors[0].message)

  test('takes too long, while the main thread is free', async () => {
    expect(await processorTime(() => messageOf(impatient.run('neverEnd')))).toBeLessThan(100)
    expect(await messageOf(impatient.run('neverEnd'))).toBe(
      'This file takes too long to read. Split it into smaller files',
    )
    expect(await thread.run('double', 2)).toBe(4)
  })

  test('needs too much memory', async () => {
    expect(await messageOf(thread.run('allocate'))).toBe('This file needs too much memory. Split it into smaller files')
    expect(await thread.run('double', 2)).toBe(4)
  })
})

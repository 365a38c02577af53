import { expect, test } from 'vitest'
import { failureReason } from './failure-reason.ts'
import { forEachOf } from './for-each-of.ts'

test('works on each item in order, and reports the failed ones at the end without their messages', async () => {
  const done: string[] = []
  const work = forEachOf([{ id: 'one' }, { id: 'two' }, { id: 'three' }], async ({ id }) => {
    if (id === 'two') throw Object.assign(new Error('zoe@agency.example said no'), { code: 'ENOTZOE' })
    done.push(id)
  })
  const error = await work.catch((error) => error)
  expect(done).toEqual(['one', 'three'])
  expect(error.message).toBe('1 of 3 items failed')
  expect(error.stack).toMatch(/^two: It failed \(ENOTZOE\)\.\n +at .*for-each-of\.test\.ts/)
  expect(error.stack).not.toContain('zoe@')
  expect(failureReason(error)).toBe('1 of 3 items failed.')
})

test('names at most twenty failures, and those of a loop inside of a loop', async () => {
  const fails = () => Promise.reject(new TypeError('no'))
  const outer = await forEachOf(['a'], () =>
    forEachOf(
      Array.from({ length: 30 }, (_, number) => `item ${number}`),
      fails,
    ),
  ).catch((error) => error)
  expect(outer.message).toBe('1 of 1 items failed')
  expect(outer.stack).toMatch(/^a: 30 of 30 items failed\.\nitem 0: It failed \(TypeError\)\./)
})

test('resolves without failures', async () => {
  await expect(forEachOf([], () => Promise.reject(new Error('no')))).resolves.toBeUndefined()
})

import { expect, test } from 'vitest'
import { plain, withoutMarks } from './read-text.ts'

test('ignores accents, case, spaces and punctuation', () => {
  for (const written of ['Zoë Núñez', 'zoe nunez', 'ZOE\u0308 NU\u0301N\u0303EZ', 'Ｚｏë-Núñez']) {
    expect(plain(written)).toBe('zoenunez')
  }
})

test('combining marks in the worst order cost about as much as plain letters', () => {
  const hostile = {
    accents: `a${'\u0301'.repeat(15_000)}${'\u0316'.repeat(15_000)}`,
    'letters that become accents': '\uff9e\u0301'.repeat(15_000),
  }
  const cost = (text: string) => {
    const before = process.cpuUsage()
    for (let turn = 0; turn < 20; turn++) withoutMarks(text)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const usual = Math.max(...[1, 2, 3].map(() => cost('a'.repeat(30_000))))
  for (const [kind, text] of Object.entries(hostile)) {
    // Normalizing twenty times 30,000 characters would take ten seconds.
    expect({ kind, isSlow: cost(text) > 3 * usual + 200 }).toEqual({ kind, isSlow: false })
  }
})

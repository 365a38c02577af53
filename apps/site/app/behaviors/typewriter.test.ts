import { expect, test } from 'vitest'
import { firstPhraseTyped, typewriterStep } from './typewriter'

const phrases = ['Up', 'On']

/** The whole loop: what shows, and how long it stays. */
function frames(count: number) {
  let now = firstPhraseTyped(phrases)
  return Array.from({ length: count }, () => {
    const shown = phrases[now.phrase]?.slice(0, now.shown)
    const { next, afterMs } = typewriterStep(now, phrases)
    now = next
    return [shown, afterMs]
  })
}

test('a phrase stands for 1500 ms, is deleted at 50 ms a character, and the next is typed at 70 ms a character', () => {
  expect(frames(10)).toEqual([
    ['Up', 1500],
    ['Up', 50],
    ['U', 50],
    ['', 70],
    ['O', 70],
    ['On', 1500],
    ['On', 50],
    ['O', 50],
    ['', 70],
    ['U', 70],
  ])
})

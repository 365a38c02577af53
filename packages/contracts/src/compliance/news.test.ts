import { describe, expect, test } from 'vitest'
import { legalNotices, ruleNews } from './news.ts'
import { rules } from './rules/all.ts'
import { sourceExcerpts } from './source-excerpts.ts'

const versions = rules.flatMap(({ id, versions }) => versions.map((version) => ({ id, version })))

describe('the changelog of the rules', () => {
  test('names each version of each rule once, and no other', () => {
    const named = ruleNews.flatMap(({ versions }) =>
      Object.entries(versions).flatMap(([rule, numbers]) => numbers.map((number) => `${rule} ${number}`)),
    )
    expect(named.toSorted()).toEqual(versions.map(({ id, version }) => `${id} ${version.number}`).toSorted())
  })

  test('is by day, and no version arrived before its source was read', () => {
    const days = ruleNews.map(({ on }) => on)
    expect(days).toEqual(days.toSorted())
    for (const { id, version } of versions) {
      const last = ruleNews.findLast((news) =>
        [news.versions[id], news.corrected?.[id]].some((numbers) => numbers?.includes(version.number)),
      )
      expect([id, version.readOn <= (last?.on ?? '')]).toEqual([id, true])
    }
  })

  test('says what changed and why, in one sentence each', () => {
    for (const { sentence, why } of ruleNews) for (const text of [sentence, why]) expect(text).toMatch(/^[A-Z].+\.$/)
  })
})

test('every link of rules and notices has a title, the day on which it was read, and an excerpt', () => {
  const read = [...versions.map(({ version }) => version), ...legalNotices]
  for (const { source, readOn } of read) {
    expect(source.name).not.toBe('')
    expect(readOn).toMatch(/^20\d\d-\d\d-\d\d$/)
    if (source.url)
      expect([source.url, sourceExcerpts[source.url]]).toEqual([source.url, expect.stringMatching(/.{60,}\.$/)])
  }
  const linked = new Set(read.map(({ source }) => source.url))
  expect(Object.keys(sourceExcerpts).filter((url) => !linked.has(url))).toEqual([])
})

test('notices are newest first, are no rules, and say what they would change', () => {
  const days = legalNotices.map(({ on }) => on)
  expect(days).toEqual(days.toSorted().reverse())
  expect(new Set(legalNotices.map(({ id }) => id)).size).toBe(legalNotices.length)
  for (const { id, about } of legalNotices) {
    expect(rules.map((rule) => rule.id)).not.toContain(id)
    expect(about).toMatch(/\.$/)
  }
})

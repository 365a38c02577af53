import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { profileChange } from './account.ts'
import { newOrganization } from './organization.ts'
import { fieldErrors, line, requiredLine, singleLine, text, webAddress } from './text.ts'

test.each([
  ['control characters', 'Ama\u0000ra\u0007 \u001b[31mCole\u007f', 'Ama ra [31mCole'],
  ['line breaks of all kinds', 'Amara\r\nCole\u0085of\u2028the\u2029team', 'Amara Cole of the team'],
  ['runs of white space', '\u00a0 Amara \t\u3000 Cole\u2003', 'Amara Cole'],
  ['marks that turn the direction of writing', '\u202eAmara\u200f \u2066Cole\u2069\u061c', 'Amara Cole'],
  ['characters without a width', '\ufeffAm\u200bara\u2060 Co\u00adle', 'Amara Cole'],
  ['letters that show nothing', '\u3164Amara\u2800\uffa0', 'Amara'],
  ['halves of characters', '\ud83dAmara \udc00Cole\ud83d', 'Amara Cole'],
  ['joiners at the edge of a word', '\u200dAmara\u200c \u200cCole\u200d\u200d', 'Amara Cole'],
  ['more than one joiner', 'Ama\u200d\u200dra', 'Amara'],
  ['letters apart from their accents', 'Zoe\u200b\u0308', 'Zo\u00eb'],
])('a single line has no %s', (_what, given, kept) => {
  expect(singleLine(given)).toBe(kept)
  expect(singleLine(kept)).toBe(kept)
})

test.each([
  ['Persian', 'علی\u200cرضا'],
  ['Sinhala', 'ශ්\u200dරී'],
  ['Japanese, with a variant of a letter', '辻\u{e0100} 翔太'],
  ['an emoji of several people', 'Team 👩🏽\u200d🤝\u200d👩🏻'],
  ['apostrophes and hyphens', 'Okoye-O’Neill, Jr.'],
])('keeps %s', (_what, name) => {
  expect(singleLine(name)).toBe(name)
})

test.each([
  ['Hindi', 'श्री क्ष्त्र्यों'],
  ['Thai', 'ก็ที่น้ำปู่ญี่ปุ่น'],
  ['Vietnamese, with letters apart from their accents', 'Nguyễn Thị Phượng'.normalize('NFD')],
  ['Hebrew, pointed and with cantillation', 'בְּרֵאשִׁ֖ית בָּרָ֣א'],
  ['the highest stack of Tibetan', '\u0f67\u0f90\u0fb5\u0fa8\u0fb3\u0fba\u0fbc\u0fbb\u0f82'],
  ['an emoji with its variation', '1\ufe0f\u20e3 ❤\ufe0f'],
])('accepts %s', (_what, name) => {
  expect(requiredLine(60, 'Missing').parse(name)).toBe(name.normalize('NFC'))
  expect(text(60).parse(name)).toBe(name.normalize('NFC'))
})

test.each([
  ['accents that are stacked on one letter', `a${'\u0301'.repeat(9)}`],
  ['accents that only what cannot be seen keeps apart', `a${'\u0301\u200b'.repeat(9)}`],
])('rejects %s', (_what, name) => {
  expect(line(60).safeParse(name).error?.issues[0]?.message).toBe('Please use fewer accents on one letter')
})

test('an overlong raw text is rejected before other checks', () => {
  const sent = `${'\u0301\u0316'.repeat(100)}${' '.repeat(100)}`
  for (const schema of [text(60), line(60), requiredLine(60, 'Missing')]) {
    expect(schema.safeParse(sent).error?.issues.map(({ message }) => message)).toEqual([
      'Please use at most 60 characters',
    ])
  }
})

test.each([' \t\n', '\u200b\u200d\ufeff', '\u202e\u2069', '\u3164', '\0', '\ud800'])(
  'a name of only %j counts as empty',
  (name) => {
    for (const schema of [profileChange, z.pick(newOrganization, { name: true })]) {
      expect(fieldErrors(schema, { name })).toEqual(fieldErrors(schema, { name: '' }))
      expect(fieldErrors(schema, { name }).has('name')).toBe(true)
    }
  },
)

test('names of people and organizations are single lines', () => {
  const name = ' \u202eRidge\u200bline\nSports '
  expect(profileChange.parse({ name }).name).toBe('Ridgeline Sports')
  expect(newOrganization.parse({ name, kind: 'agency' }).name).toBe('Ridgeline Sports')
})

test('the maximum length applies after normalization', () => {
  expect(requiredLine(5, 'Missing').parse(`\u202e${'Amara'}\u2069   `)).toBe('Amara')
  expect(requiredLine(5, 'Missing').safeParse('Amara Cole').error?.issues[0]?.message).toBe(
    'Please use at most 5 characters',
  )
})

test('multi-line text keeps its lines', () => {
  expect(text(100).parse('One\n\n  Two\tthree ')).toBe('One\n\n  Two\tthree')
})

test('schemas convert to JSON Schema', () => {
  for (const io of ['input', 'output'] as const) {
    expect(z.toJSONSchema(requiredLine(120, 'Missing'), { io })).toMatchObject({
      type: 'string',
      minLength: 1,
      maxLength: 120,
    })
  }
})

test.each([
  ['instagram.com/p/C8xYz', 'https://instagram.com/p/C8xYz'],
  ['Instagram.com/p/…', 'https://Instagram.com/p/…'],
  ['WWW.INSTAGRAM.COM/P/C8xYz', 'https://WWW.INSTAGRAM.COM/P/C8xYz'],
  [' www.halden.example ', 'https://www.halden.example'],
  ['münchen.example:8080?a=b', 'https://münchen.example:8080?a=b'],
  ['http://halden.example/a b'.replace(' ', '%20'), 'http://halden.example/a%20b'],
  ['HTTPS://halden.example', 'HTTPS://halden.example'],
  ['', ''],
])('the web address %j is %j', (typed, kept) => {
  expect(webAddress(100).parse(typed)).toBe(kept)
  expect(webAddress(100).parse(kept)).toBe(kept)
})

test.each([
  'instagram',
  'agent@halden.example',
  'javascript:alert(1)',
  'ftp://halden.example',
  'halden.example/a b',
  '@halden',
])('%j is no web address', (typed) => {
  expect(webAddress(100).safeParse(typed).error?.issues[0]?.message).toBe('Enter an address such as instagram.com/p/…')
})

import { beforeAll, describe, expect, test } from 'vitest'
import { allOperations } from '../../test/all-operations.ts'
import { excessOf, hostileTexts, QUERY_BYTES, repeated, TRIES } from '../../test/hostile-texts.ts'
import { allTextFields, onePerKind, rawMaximum, type TextField } from '../../test/text-fields.ts'

const { people, organization, costOfRequests, atMaximum, atMostBytes } = await hostileTexts()
let fields: TextField[]
beforeAll(async () => {
  fields = await allTextFields()
})

test('every text field has a maximum raw length that is checked first', () => {
  expect(fields.length).toBeGreaterThan(400)
  expect(fields.filter((field) => rawMaximum(field) === undefined).map(({ name }) => name)).toEqual([])
})

test('text parameters in paths have at most 100 characters', async () => {
  const operations = (await allOperations()).filter(({ textParameters }) => textParameters)
  expect(operations.length).toBeGreaterThan(5)
  for (const { method, path } of operations) {
    const url = `/api${path.replace(':organization', organization()).replace(/:\w+/, 'x'.repeat(101))}`
    expect((await people.owner.ask(method, url)).json().code).toBe('malformed-request')
  }
})

describe('hostile text costs about as much as plain letters', () => {
  test('at the maximum length of one field per kind of schema', async () => {
    expect(await atMaximum(onePerKind(fields))).toEqual([])
  })

  test('at 60 kB in bodies and 15 kB in URLs of one field per kind of schema', async () => {
    expect(await atMostBytes(onePerKind(fields))).toEqual([])
  })

  test.each([
    'time-zone',
    'idempotency-key',
    'user-agent',
    'authorization',
    'accept-encoding',
    'if-none-match',
    'range',
  ])('in the header %s', async (header) => {
    const payload = {
      full_name: 'Amara Cole',
      email: 'amara@agency.example',
      preferred_date_time: '2026-12-01T10:00:00Z',
    }
    const cost = (text: string) =>
      costOfRequests(
        [
          { method: 'POST', url: '/api/demo/schedule', payload, headers: { [header]: text } },
          { method: 'GET', url: '/api/account', headers: { [header]: text } },
          { method: 'GET', url: '/api/plans', headers: { [header]: text } },
        ],
        TRIES,
      )
    for (const unit of [' ,', '"', 'a,', 'a;q=', 'Bearer ', 'Mozilla/5.0 (']) {
      const text = `a${repeated(unit)(QUERY_BYTES - 2)}b`
      const excess = await excessOf(
        () => cost('a'.repeat(QUERY_BYTES)),
        () => cost(text),
      )
      expect({ unit, excess }).toEqual({ unit, excess: undefined })
    }
  })
})

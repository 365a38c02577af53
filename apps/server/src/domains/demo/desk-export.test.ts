import { beforeAll, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../../test/people.ts'

const world = platformForTests()
let staff: Someone
const EXPORT = '/api/staff/desk/export'
const ROWS = 1203

beforeAll(async () => {
  staff = await world.people.registerStaff()
  await world.database.query(
    `insert into demo_requests (reference, full_name, email, company, preferred_at, offset_minutes, asked_at, due_at, created_at, state)
     select 'SH-' || n, 'Person ' || n, 'p' || n || '@x.example', case n when 7 then '=HYPERLINK("http://evil.example","x")' end,
       now(), 0, now(), timestamptz '2026-01-01' + n * interval '1 minute', now(),
       case when n % 3 = 0 then 'canceled' else 'requested' end
     from generate_series(1, $1) as n`,
    [ROWS],
  )
})

const splitLines = (text: string) => text.replace('\ufeff', '').trimEnd().split('\r\n')

test('the file has all rows in list order, and Total-Count has their number', async () => {
  const answer = await staff.ask('GET', EXPORT)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="demo-requests.csv"',
    'total-count': String(ROWS),
  })
  const [heading, ...rows] = splitLines(answer.body)
  expect(heading).toMatch(/^Reference,State,Name,Email,/)
  expect(rows.map((row) => row.split(',')[0])).toEqual(Array.from({ length: ROWS }, (_, n) => `SH-${n + 1}`))
})

test('filters, search and sort of the list apply', async () => {
  const canceled = await staff.ask('GET', `${EXPORT}?state=canceled&sort=-due`)
  expect(canceled.headers['total-count']).toBe('401')
  expect(splitLines(canceled.body)).toHaveLength(402)
  expect(splitLines(canceled.body)[1]).toMatch(/^SH-1203,Canceled,/)
  expect(splitLines((await staff.ask('GET', `${EXPORT}?search=p1000@x`)).body)).toHaveLength(2)
  expect((await staff.ask('GET', `${EXPORT}?search=nobody-of-that-name`)).headers['total-count']).toBe('0')
})

test('a formula is escaped', async () => {
  const { body } = await staff.ask('GET', `${EXPORT}?search=hyperlink`)
  expect(body).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`)
})

test('aborted downloads release their connections', async () => {
  for (let times = 0; times < 30; times++) {
    const answer = await world.app.inject({
      url: EXPORT,
      headers: { authorization: `Bearer ${staff.token}` },
      payloadAsStream: true,
    })
    answer.stream().destroy()
  }
  expect((await staff.ask('GET', EXPORT)).statusCode).toBe(200)
})

import type { Agreement, AgreementRow } from '@sherpa/contracts/agreement'
import type { Need } from '@sherpa/contracts/home'
import { beforeEach, expect, test } from 'vitest'
import { enteredDeals, paymentOn } from '../../../test/entered-deals.ts'
import { runJob } from '../../../test/jobs.ts'
import { pdf, png } from '../../../test/sample-files.ts'

let now = new Date('2026-11-16T15:00:00Z')
const { world, place, at, proof, enter } = enteredDeals(() => now)
const path = (rest = '') => at(`athletes/${place.athlete}/agreements${rest}`)
const terms = { startsOn: '2024-04-01', endsOn: '2027-01-15', scope: ['nil'], agents: [], note: null }

beforeEach(async () => {
  now = new Date('2026-11-16T15:00:00Z')
  await world.database.query('delete from agreements')
  await world.database.query('delete from outgoing_mail')
  await world.database.query('update athletes set birth_date = $2 where id = $1', [place.athlete, '1999-03-03'])
  await world.database.query("update organizations set created_at = '2026-06-01' where id = $1", [place.organization])
})

const add = async (more: object = {}): Promise<Agreement> =>
  (await place.owner.ask('POST', path(), { ...terms, ...more })).json()
const upload = ({ id }: Agreement, bytes = pdf) =>
  place.owner.ask('POST', path(`/${id}/document?name=Signed.pdf`), bytes, {
    'content-type': 'application/octet-stream',
  })
const sign = async ({ id, version }: Agreement, more: object = {}) =>
  place.owner.ask('PUT', path(`/${id}/signature`), { version, signedOn: '2024-03-18', ...more, ...(await proof()) })
const list = async (query = ''): Promise<AgreementRow[]> =>
  (await place.owner.ask('GET', at(`agreements${query}`))).json().rows
const needs = async (by = place.owner, scope = 'mine'): Promise<[Need['kind'], string | null][]> => {
  const { groups } = (await by.ask('GET', at(`needs?scope=${scope}`))).json()
  return groups.flatMap(({ rows }: { rows: Need[] }) => rows.map(({ kind, day }) => [kind, day]))
}
const recipients = async () =>
  (await world.database.query('select distinct recipient, kind from outgoing_mail')).rows.map(({ recipient, kind }) => [
    recipient,
    kind,
  ])

test('an agreement is entered as signed with its document, and mails nobody outside', async () => {
  const agreement = await add()
  expect((await sign(agreement)).json().code).toBe('signed-pdf-needed')
  expect((await upload(agreement, png)).statusCode).toBeGreaterThanOrEqual(400)
  const withDocument: Agreement = (await upload(agreement)).json()
  expect(withDocument.document).toMatchObject({ name: 'Signed.pdf' })
  expect((await sign(withDocument, { signedOn: '2026-11-17' })).json().errors).toMatchObject([{ field: 'signedOn' }])
  const signed: Agreement = (await sign(withDocument)).json()
  expect(signed.signature).toMatchObject({ signedOn: '2024-03-18', guardian: null, confirmed: true })
  expect(await recipients()).toEqual([[place.owner.email, 'owner-notice']])
  expect((await upload(signed)).json().code).toBe('already-signed')
  const { address } = (await place.owner.ask('POST', path(`/${agreement.id}/document/address`))).json()
  expect((await world.app.inject(address)).rawPayload.equals(pdf)).toBe(true)
})

test('a minor’s agreement names the guardian who signed', async () => {
  await world.database.query('update athletes set birth_date = $2 where id = $1', [place.athlete, '2008-03-03'])
  const agreement: Agreement = (await upload(await add())).json()
  expect((await sign(agreement)).json().errors).toMatchObject([{ field: 'guardian' }])
  const signed: Agreement = (await sign(agreement, { guardian: 'Mari Okoye' })).json()
  expect(signed.signature?.guardian).toBe('Mari Okoye')
})

test('an agreement signed after joining is confirmed by a colleague, or alone with a comment', async () => {
  const sample = { signedOn: '2026-07-01' }
  const signed: Agreement = (await sign((await upload(await add())).json(), sample)).json()
  expect(signed.signature?.confirmed).toBe(false)
  const confirm = (more: object = {}, by = place.owner) =>
    by.ask('POST', path(`/${signed.id}/confirmation`), { version: signed.version, ...more })
  expect((await confirm()).json().errors).toMatchObject([{ field: 'comment' }])
  expect(await needs()).toEqual([['agreement-to-confirm', null]])
  const approver = await world.people.registerMember(place.organization, 'Casey Lind', 'compliance')
  expect((await confirm({ comment: 'I have it.' })).json().code).toBe('another-may-approve')
  expect([await needs(), await needs(approver)]).toEqual([[], [['agreement-to-confirm', null]]])
  const confirmed: Agreement = (await confirm({}, approver)).json()
  expect(confirmed.signature?.confirmed).toBe(true)
  expect(await needs(approver)).toEqual([])
  await world.database.query('delete from memberships where user_id = $1', [approver.id])
})

test('who entered an agreement confirms it if the only other approver does not see the athlete', async () => {
  const approver = await world.people.registerMember(place.organization, 'Casey Lind', 'compliance')
  const seesAll = (allowed: boolean) =>
    place.owner.ask('PUT', at('permissions'), { role: 'compliance', permission: 'athletes.all', allowed })
  await seesAll(false)
  const signed: Agreement = (await sign((await upload(await add())).json(), { signedOn: '2026-07-01' })).json()
  expect([await needs(), await needs(approver)]).toEqual([[['agreement-to-confirm', null]], []])
  const body = { version: signed.version, comment: 'Nobody else sees him.' }
  expect((await place.owner.ask('POST', path(`/${signed.id}/confirmation`), body)).statusCode).toBe(200)
  await seesAll(true)
  await world.database.query('delete from memberships where user_id = $1', [approver.id])
})

test('other terms are not signed: the signature goes, the document stays', async () => {
  const signed: Agreement = (await sign((await upload(await add())).json())).json()
  const change = async (agreement: Agreement, changes: object): Promise<Agreement> =>
    (await place.owner.ask('PATCH', path(`/${agreement.id}`), { version: agreement.version, changes })).json()
  // The form sends all terms, also unchanged ones.
  const noted = await change(signed, { ...terms, note: 'In the safe', agents: [place.owner.id], fees: {} })
  expect(noted).toMatchObject({ note: 'In the safe', signature: { signedOn: '2024-03-18', confirmed: true } })
  const amended = await change(noted, { fees: { nil: { rateMillionths: 150_000 } } })
  expect(amended).toMatchObject({ signature: null, document: { name: 'Signed.pdf' } })
  const [event] = (await place.owner.ask('GET', at('activity?kind=deals'))).json().rows
  expect(event).toMatchObject({ event: 'agreement-signature-removed' })
  const again: Agreement = (await sign(amended)).json()
  expect(again.signature).toMatchObject({ signedOn: '2024-03-18', confirmed: true })
})

test('the end of an agreement whose agent left is of the managers and owners', async () => {
  const agent = await world.people.registerMember(place.organization, 'Jo Park', 'agent')
  await add({ endsOn: '2026-11-20', agents: [agent.id] })
  expect([await needs(), await needs(agent)]).toEqual([[], [['agreement-end', '2026-11-20']]])
  expect((await agent.ask('POST', at('leaving'))).statusCode).toBe(204)
  expect(await needs()).toEqual([['agreement-end', '2026-11-20']])
})

test('the list is searched by the athlete’s name', async () => {
  await add()
  const found = async (search: string) => (await list(`?search=${search}`)).map(({ athlete }) => athlete.name)
  expect(await found('oko')).toEqual(['Jonah Okoye'])
  expect(await found('jonah%20okoye')).toEqual(['Jonah Okoye'])
  expect(await found('brown')).toEqual([])
  expect((await place.owner.ask('GET', at('agreements/export?search=brown'))).body).not.toContain('Okoye')
})

test('the list is filtered by state, sorted by end and exported', async () => {
  await add({ startsOn: '2020-01-01', endsOn: '2024-03-31' })
  await add({ startsOn: '2024-04-01', endsOn: '2027-01-15' })
  await add({ startsOn: '2027-01-16', endsOn: null, fees: { nil: { rateMillionths: 150_000 } } })
  expect((await list()).map(({ state, endsOn, athlete }) => [state, endsOn, athlete.name])).toEqual([
    ['over', '2024-03-31', 'Jonah Okoye'],
    ['current', '2027-01-15', 'Jonah Okoye'],
    ['upcoming', null, 'Jonah Okoye'],
  ])
  expect((await list('?state=current')).map(({ endsOn }) => endsOn)).toEqual(['2027-01-15'])
  expect((await list('?from=2027-01-01&until=2027-01-31')).map(({ endsOn }) => endsOn)).toEqual(['2027-01-15'])
  const csv = (await place.owner.ask('GET', at('agreements/export?sort=-start'))).body
  expect(csv.split('\r\n')[1]).toContain('Jonah Okoye,Upcoming,2027-01-16')
  expect(csv).toContain('NIL 15%')
})

test('its end is reminded of 90, 30 and 7 days before, moves with the end and stops once it is renewed', async () => {
  await add({ endsOn: '2027-01-15' })
  await add({ startsOn: '2019-01-01', endsOn: '2020-12-31', scope: ['contract'] })
  const daysOfMail = async (from: string, days: number) => {
    const sent: string[] = []
    for (let day = 0; day < days; day++) {
      now = new Date(Date.parse(`${from}T15:00:00Z`) + day * 86_400_000)
      await world.database.query('delete from outgoing_mail')
      await runJob(world.app, world.database, 'remind-of-deal-dates')
      if ((await recipients()).some(([, kind]) => kind === 'agreement-ending'))
        sent.push(now.toISOString().slice(0, 10))
    }
    return sent
  }
  expect(await daysOfMail('2026-11-16', 4)).toEqual(['2026-11-16'])
  expect(await daysOfMail('2026-12-15', 3)).toEqual(['2026-12-16'])
  expect(await daysOfMail('2027-01-07', 3)).toEqual(['2027-01-08'])
  now = new Date('2027-01-10T15:00:00Z')
  expect(await needs()).toContainEqual(['agreement-end', '2027-01-15'])
  await add({ startsOn: '2027-01-16', endsOn: '2029-01-15' })
  expect(await needs()).toEqual([])
}, 60_000)

test('the end of a deal is a key date that moves with an amendment and is none in the past', async () => {
  const payments = [paymentOn('2027-01-01', 1000)]
  const ends = async (deal: string) => {
    const { rows } = (await place.owner.ask('GET', at(`key-dates?deal=${deal}`))).json()
    return rows.map(({ title, day, reminders }: { title: string; day: string; reminders: number[] }) => [
      title,
      day,
      reminders,
    ])
  }
  const current = (await enter({ terms: { payments, endsOn: '2027-03-31' } })).json()
  expect(await ends(current.id)).toEqual([['End of the deal', '2027-03-31', [90, 30, 7]]])
  const over = (await enter({ terms: { payments, endsOn: '2025-03-31' } })).json()
  expect(await ends(over.id)).toEqual([])
  const { version } = (await place.owner.ask('GET', at(`deals/${current.id}`))).json()
  await place.owner.ask('POST', at(`deals/${current.id}/moves`), { version, move: 'terminate', comment: null })
  expect(await ends(current.id)).toEqual([])
})

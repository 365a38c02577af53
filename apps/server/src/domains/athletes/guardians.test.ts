import type { Athlete, TimelineEntry } from '@sherpa/contracts/athlete'
import type { Guardianship } from '@sherpa/contracts/guardian'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runJob } from '../../../test/jobs.ts'
import { composeMail, queued } from '../../../test/mail.ts'
import { goodPassword, platformForTests, type Someone } from '../../../test/people.ts'
import { contactAddedMail } from './guardian-mail.ts'

const today = new Date('2026-11-15T12:00:00Z')
let now = today
const world = platformForTests({ clock: () => now })

let owner: Someone
let agent: Someone
let coach: Someone
let organization: string
let addresses = 0
const at = (path = '') => `/api/organizations/${organization}/athletes${path}`
const address = (who: string) => `${who}-${++addresses}@home.example`

async function add(facts: object = {}): Promise<Athlete> {
  const given = {
    givenName: 'Kaia',
    familyName: 'Nakamura',
    birthDate: '2009-03-03',
    sport: 'basketball',
    level: 'high-school',
    school: 'Alder Basin High',
    classYear: 2027,
    email: address('kaia'),
    stage: 'signed',
    ...facts,
  }
  const answer = await owner.ask('POST', at(), given)
  expect(answer.statusCode).toBe(201)
  // Of a minor, the answer has it masked.
  return { ...answer.json(), email: given.email }
}

async function addContact(athlete: Athlete, facts: object = {}, by = owner) {
  const contact = { name: 'Mari Nakamura', relation: 'parent', title: null, reach: 'full', phone: null }
  const answer = await by.ask('POST', at(`/${athlete.id}/contacts`), { ...contact, email: address('mari'), ...facts })
  expect(answer.statusCode).toBe(201)
  return answer.json() as { id: string; email: string }
}

const inviteGuardian = (athlete: Athlete, contact: string, body: object = {}, by = owner) =>
  by.ask('POST', at(`/${athlete.id}/contacts/${contact}/guardianship`), body)
const inviteAthlete = (athlete: Athlete, body: object = {}, by = owner) =>
  by.ask('POST', at(`/${athlete.id}/invitation`), body)
const record = async (athlete: Athlete, by = owner): Promise<Athlete> =>
  (await by.ask('GET', at(`/${athlete.id}`))).json()
const lookUp = (token: string, by = world.people.visitor()) => by.ask('POST', '/api/guardianships/lookup', { token })
const tokenTo = async (email: string) => (await world.people.mailTo(email, 'guardian-invitation')).token as string
const confirm = (guardian: Someone, id: string, consentsToAccount: boolean) =>
  guardian.ask('POST', `/api/guardianships/${id}/confirmation`, { consentsToAccount })
const own = async (guardian: Someone): Promise<Guardianship[]> =>
  (await guardian.ask('GET', '/api/guardianships')).json().guardianships
const timeline = async (athlete: Athlete, by = owner): Promise<TimelineEntry[]> =>
  (await by.ask('GET', at(`/${athlete.id}/timeline`))).json().rows
const kinds = async (athlete: Athlete, by = owner) => (await timeline(athlete, by)).map(({ kind }) => kind)

const verify = (athlete: Athlete, guardianship: string | undefined, by: Someone, more: object = {}) =>
  by.ask('PUT', at(`/${athlete.id}/guardians/${guardianship}/verification`), { how: 'id-seen', ...more })

/** A minor whose guardian has confirmed. */
async function guarded({ consents = true, reach = 'full' }: { consents?: boolean; reach?: string } = {}) {
  const athlete = await add()
  const contact = await addContact(athlete, { reach })
  expect((await inviteGuardian(athlete, contact.id)).statusCode).toBe(201)
  const guardian = await world.people.register('Mari Nakamura', contact.email)
  const { id } = (await lookUp(await tokenTo(contact.email))).json()
  expect((await confirm(guardian, id, consents)).statusCode).toBe(204)
  return { athlete, contact, guardian, id: id as string }
}

/** Accepts the invitation to the record. */
async function linked(athlete: Athlete) {
  expect((await inviteAthlete(athlete)).statusCode).toBe(201)
  const email = athlete.email as string
  const person = await world.people.register('Kaia Nakamura', email)
  const { token } = await world.people.mailTo(email, 'invitation')
  const { id } = (await person.ask('POST', '/api/invitations/lookup', { token })).json()
  expect((await person.ask('POST', `/api/invitations/${id}/acceptance`)).statusCode).toBe(200)
  return person
}

beforeAll(async () => {
  owner = await world.people.register('Amara Cole')
  organization = await world.people.createOrganization(owner)
  agent = await world.people.registerMember(organization, 'Jo Park', 'agent')
  coach = await world.people.registerMember(organization, 'Tunde Bello', 'coach')
})
beforeEach(() => {
  now = today
})

test('the whole way: a contact is asked, confirms and is verified; the athlete is invited and sees their own record', async () => {
  const athlete = await add()
  const contact = await addContact(athlete)
  expect(await record(athlete)).toMatchObject({ account: 'none', guardians: [], contacts: [{ guardian: null }] })

  expect((await inviteGuardian(athlete, contact.id, {}, agent)).statusCode).toBe(201)
  expect(await record(athlete)).toMatchObject({
    guardians: [{ state: 'invited', name: 'Mari Nakamura', consentsToAccount: false, confirmedAt: null }],
    contacts: [{ guardian: 'invited' }],
  })

  const token = await tokenTo(contact.email)
  const asked = (await lookUp(token)).json()
  expect(asked).toMatchObject({
    organization: 'Ridgeline',
    athlete: 'Kaia N.',
    invitedBy: 'Jo Park',
    hasAccount: false,
  })
  expect(JSON.stringify(asked)).not.toContain('Nakamura')

  const account = { token, name: 'Mari Nakamura', password: goodPassword }
  const registered = await world.people.visitor().ask('POST', '/api/guardianships/accounts', account)
  expect(registered.statusCode).toBe(201)
  const guardian = world.people.visitor(registered.json().token, registered.json().user)
  expect(await own(guardian)).toMatchObject([{ athlete: 'Kaia N.', confirmedAt: null, facts: null }])
  expect((await confirm(guardian, asked.id, true)).statusCode).toBe(204)
  expect(await own(guardian)).toMatchObject([
    {
      athlete: 'Kaia Nakamura',
      verified: false,
      consentsToAccount: true,
      facts: { sport: 'Basketball', school: 'Alder Basin High', classYear: 2027, stage: 'Signed' },
    },
  ])
  const told = (await agent.ask('GET', `/api/organizations/${organization}/notifications`)).json()
  expect(told.rows).toMatchObject([
    { kind: 'guardian-confirmed', actor: { name: 'Mari Nakamura' }, details: { athlete: athlete.id } },
  ])

  const [known] = (await record(athlete)).guardians ?? []
  expect((await verify(athlete, known?.id, agent)).json().code).toBe('another-may-verify')
  expect((await verify(athlete, known?.id, owner)).statusCode).toBe(204)
  expect(await record(athlete)).toMatchObject({
    guardians: [{ state: 'verified', verified: { by: 'Amara Cole', how: 'id-seen', at: today.toISOString() } }],
    contacts: [{ guardian: 'verified' }],
  })
  expect(await own(guardian)).toMatchObject([{ verified: true }])

  expect((await inviteAthlete(athlete, {}, agent)).statusCode).toBe(201)
  expect((await record(athlete)).account).toBe('invited')
  const { token: invitation } = await world.people.mailTo(athlete.email as string, 'invitation')
  const joining = { token: invitation, name: 'Kaia Nakamura', password: goodPassword }
  const joined = await world.people.visitor().ask('POST', '/api/invitations/joining', joining)
  expect(joined.statusCode).toBe(201)
  const kaia = world.people.visitor(joined.json().token, joined.json().user)
  expect((await record(athlete)).account).toBe('linked')
  expect((await kaia.ask('GET', at())).json().rows).toMatchObject([{ id: athlete.id }])
  expect(await record(athlete, kaia)).toMatchObject({ birthDate: '2009-03-03', editable: false, account: null })
  expect(await own(guardian)).toMatchObject([{ hasAccount: true }])

  expect(await kinds(athlete)).toEqual([
    'account-linked',
    'athlete-invited',
    'guardian-verified',
    'guardian-consented',
    'guardian-confirmed',
    'guardian-invited',
    'contact-added',
    'added',
  ])
  expect(await kinds(athlete, coach)).toEqual(['account-linked', 'athlete-invited', 'added'])
  const { rows } = (await owner.ask('GET', `/api/organizations/${organization}/activity?kind=athletes`)).json()
  expect(rows.slice(0, 5).map(({ event }: { event: string }) => event)).toEqual([
    'athlete-linked',
    'guardian-verified',
    'guardian-consented',
    'guardian-confirmed',
    'guardian-invited',
  ])
})

describe('an athlete is not invited', () => {
  test.each([
    ['without an address', { email: null, birthDate: '1999-01-01' }, 'athlete-without-email'],
    ['under 13', { birthDate: '2014-01-01' }, 'athlete-under-13'],
    ['of an unknown age, unless a pro', { birthDate: null }, 'birth-date-needed'],
    ['under 18 without a guardian', {}, 'guardian-consent-needed'],
  ])('%s', async (_, facts, code) => {
    expect((await inviteAthlete(await add(facts))).json()).toMatchObject({ status: 409, code })
  })

  test('of an unknown age, but pros are', async () => {
    expect((await inviteAthlete(await add({ birthDate: null, level: 'pro' }))).statusCode).toBe(201)
  })

  test('whose guardian has only been asked, or does not allow it', async () => {
    const athlete = await add()
    await inviteGuardian(athlete, (await addContact(athlete)).id)
    expect((await inviteAthlete(athlete)).json().code).toBe('guardian-consent-needed')
    const refused = await guarded({ consents: false })
    expect((await inviteAthlete(refused.athlete)).json().code).toBe('guardian-consent-needed')
  })

  test('under 13, whatever a guardian says', async () => {
    const { athlete } = await guarded()
    const { version } = await record(athlete)
    await owner.ask('PATCH', at(`/${athlete.id}`), { version, changes: { birthDate: '2014-01-01' } })
    expect((await inviteAthlete(athlete)).json().code).toBe('athlete-under-13')
  })

  test('twice, unless it is sent again; nor who has an account', async () => {
    const athlete = await add({ birthDate: '1999-01-01' })
    expect((await inviteAthlete(athlete)).statusCode).toBe(201)
    expect((await inviteAthlete(athlete)).json().code).toBe('already-invited')
    const first = await world.people.mailTo(athlete.email as string, 'invitation')
    expect((await inviteAthlete(athlete, { replace: true })).statusCode).toBe(201)
    const ended = await owner.ask('POST', '/api/invitations/lookup', { token: first.token })
    expect(ended.json().code).toBe('link-expired')
    const other = await add({ birthDate: '1999-01-01' })
    await linked(other)
    expect((await inviteAthlete(other)).json().code).toBe('athlete-linked')
  })

  test('with the address of a contact or a member', async () => {
    const athlete = await add({ birthDate: '1999-01-01' })
    await addContact(athlete, { email: athlete.email })
    expect((await inviteAthlete(athlete)).json().code).toBe('address-of-contact')
    expect((await inviteAthlete(await add({ birthDate: '1999-01-01', email: agent.email }))).json().code).toBe(
      'already-a-member',
    )
  })

  test('by who may not edit athletes, or not invite people', async () => {
    const staff = await world.people.registerMember(organization, 'Ida Sand', 'support-staff')
    const athlete = await add({ birthDate: '1999-01-01' })
    expect((await inviteAthlete(athlete, {}, coach)).json().code).toBe('not-permitted')
    expect((await inviteAthlete(athlete, {}, staff)).json().code).toBe('not-permitted')
  })
})

describe('an invitation of an athlete', () => {
  const accept = async (athlete: Athlete) => {
    const person = await world.people.register('Kaia', athlete.email as string)
    const { invitations } = (await person.ask('GET', '/api/account')).json()
    return { person, answer: await person.ask('POST', `/api/invitations/${invitations[0].id}/acceptance`) }
  }

  test('leads to the same record when it is sent again among the invitations of members', async () => {
    const athlete = await add({ birthDate: '1999-01-01' })
    await inviteAthlete(athlete)
    const again = { email: athlete.email, role: 'athlete', replace: true }
    expect((await owner.ask('POST', `/api/organizations/${organization}/invitations`, again)).statusCode).toBe(201)
    expect((await accept(athlete)).answer.statusCode).toBe(200)
    expect((await record(athlete)).account).toBe('linked')
  })

  test('is worth nothing once the athlete has another address', async () => {
    const athlete = await add({ birthDate: '1999-01-01' })
    await inviteAthlete(athlete)
    const { version } = await record(athlete)
    await owner.ask('PATCH', at(`/${athlete.id}`), { version, changes: { email: address('new') } })
    expect((await record(athlete)).account).toBe('none')
    expect((await accept(athlete)).answer.json().code).toBe('link-expired')
  })

  test('is worth nothing if it turns out that the athlete is a minor without a guardian', async () => {
    const athlete = await add({ birthDate: '1999-01-01' })
    await inviteAthlete(athlete)
    const { version } = await record(athlete)
    await owner.ask('PATCH', at(`/${athlete.id}`), { version, changes: { birthDate: '2010-01-01' } })
    expect((await accept(athlete)).answer.json().code).toBe('guardian-consent-needed')
  })

  test('links nobody who leaves again', async () => {
    const athlete = await add({ birthDate: '1999-01-01' })
    const person = await linked(athlete)
    await owner.ask('DELETE', `/api/organizations/${organization}/people/${person.id}`)
    expect((await record(athlete)).account).toBe('none')
  })
})

describe('a contact is not asked to be the guardian', () => {
  test.each([
    ['of an adult', { birthDate: '2000-01-01' }, {}, 'not-a-minor'],
    ['as a coach', {}, { relation: 'coach' }, 'not-a-guardian'],
    ['without an address', {}, { email: null }, 'contact-without-email'],
  ])('%s', async (_, facts, contactFacts, code) => {
    const athlete = await add(facts)
    const { id } = await addContact(athlete, contactFacts)
    expect((await inviteGuardian(athlete, id)).json()).toMatchObject({ status: 409, code })
  })

  test('at the address of the athlete or of a member', async () => {
    const athlete = await add()
    const same = await addContact(athlete, { email: athlete.email })
    expect((await inviteGuardian(athlete, same.id)).json().code).toBe('address-of-athlete')
    const colleague = await addContact(athlete, { email: coach.email })
    expect((await inviteGuardian(athlete, colleague.id)).json().code).toBe('address-of-member')
  })

  test('twice, unless asked again: then the first link ends', async () => {
    const athlete = await add()
    const contact = await addContact(athlete)
    await inviteGuardian(athlete, contact.id)
    const first = await tokenTo(contact.email)
    expect((await inviteGuardian(athlete, contact.id)).json().code).toBe('already-invited')
    expect((await inviteGuardian(athlete, contact.id, { replace: true })).statusCode).toBe(201)
    expect((await lookUp(first)).json().code).toBe('link-expired')
    expect((await lookUp(await tokenTo(contact.email))).statusCode).toBe(200)
    expect((await record(athlete)).guardians).toHaveLength(1)
  })

  test('once they have confirmed', async () => {
    const { athlete, contact } = await guarded()
    expect((await inviteGuardian(athlete, contact.id)).json().code).toBe('already-a-guardian')
  })

  test('by who may not see contacts, nor across athletes or organizations', async () => {
    const staff = await world.people.registerMember(organization, 'Ida Sand', 'support-staff')
    const athlete = await add()
    const contact = await addContact(athlete)
    expect((await inviteGuardian(athlete, contact.id, {}, staff)).json().code).toBe('not-permitted')
    expect((await inviteGuardian(await add(), contact.id)).json().code).toBe('not-found')
    const stranger = await world.people.register('Nobody')
    await world.people.createOrganization(stranger, 'Elsewhere')
    expect((await inviteGuardian(athlete, contact.id, {}, stranger)).json().code).toBe('not-found')
  })
})

describe('the link to confirm', () => {
  async function asked() {
    const athlete = await add()
    const contact = await addContact(athlete)
    await inviteGuardian(athlete, contact.id)
    const token = await tokenTo(contact.email)
    const { id } = (await lookUp(token)).json()
    return { athlete, contact, token, id: id as string }
  }

  test('is of no use to whoever has another address', async () => {
    const { athlete, id } = await asked()
    const wrong = await world.people.register('Someone Else')
    expect((await confirm(wrong, id, true)).json().code).toBe('link-expired')
    expect((await wrong.ask('POST', `/api/guardianships/${id}/refusal`)).json().code).toBe('link-expired')
    expect(await record(athlete)).toMatchObject({ guardians: [{ state: 'invited' }] })
  })

  test('works once', async () => {
    const { contact, token, id } = await asked()
    const guardian = await world.people.register('Mari', contact.email)
    expect((await confirm(guardian, id, true)).statusCode).toBe(204)
    expect((await confirm(guardian, id, false)).json().code).toBe('link-expired')
    expect((await lookUp(token)).json().code).toBe('link-expired')
    expect(await own(guardian)).toMatchObject([{ consentsToAccount: true }])
  })

  test('makes no second account for an address', async () => {
    const { contact, token } = await asked()
    await world.people.register('Mari', contact.email)
    expect((await lookUp(token)).json().hasAccount).toBe(true)
    const account = { token, name: 'Mari', password: goodPassword }
    const answer = await world.people.visitor().ask('POST', '/api/guardianships/accounts', account)
    expect(answer.json().code).toBe('account-exists')
  })

  test('ends when the question is withdrawn, declined, or too old, and when the contact gets another address', async () => {
    const withdrawn = await asked()
    const [guardian] = (await record(withdrawn.athlete)).guardians ?? []
    expect((await owner.ask('DELETE', at(`/${withdrawn.athlete.id}/guardians/${guardian?.id}`))).statusCode).toBe(204)
    expect((await lookUp(withdrawn.token)).json().code).toBe('link-expired')

    const declined = await asked()
    const notThem = await world.people.register('Not Them', declined.contact.email)
    expect((await notThem.ask('POST', `/api/guardianships/${declined.id}/refusal`)).statusCode).toBe(204)
    expect((await lookUp(declined.token)).json().code).toBe('link-expired')
    expect(await kinds(declined.athlete)).toContain('guardian-declined')

    const moved = await asked()
    const contact = { name: 'Mari', relation: 'parent', title: null, reach: 'full', phone: null }
    await owner.ask('PUT', at(`/${moved.athlete.id}/contacts/${moved.contact.id}`), {
      ...contact,
      email: address('moved'),
    })
    expect((await lookUp(moved.token)).json().code).toBe('link-expired')

    const old = await asked()
    await world.database.query("update guardianships set expires_at = now() - interval '1 minute' where id = $1", [
      old.id,
    ])
    expect((await lookUp(old.token)).json().code).toBe('link-expired')
    expect((await record(old.athlete)).guardians).toEqual([])
    await runJob(world.app, world.serving, 'forget-expired-invitations')
    const { rows } = await world.database.query('select from guardianships where id = $1', [old.id])
    expect(rows).toEqual([])
  })

  test('confirms nothing for someone who has become a member, or the athlete, meanwhile', async () => {
    const { contact, id } = await asked()
    const guardian = await world.people.register('Mari', contact.email)
    await world.database.query("insert into memberships (organization_id, user_id, role) values ($1, $2, 'coach')", [
      organization,
      guardian.id,
    ])
    expect((await confirm(guardian, id, true)).json().code).toBe('address-of-member')
    const other = await asked()
    await world.database.query('update athletes set email = $1 where id = $2', [other.contact.email, other.athlete.id])
    const athlete = await world.people.register('Kaia', other.contact.email)
    expect((await confirm(athlete, other.id, true)).json().code).toBe('address-of-athlete')
  })
})

describe('a guardian', () => {
  test('is verified only after confirming, by who may see contacts', async () => {
    const athlete = await add()
    const contact = await addContact(athlete)
    await inviteGuardian(athlete, contact.id)
    const [asked] = (await record(athlete)).guardians ?? []
    const verification = at(`/${athlete.id}/guardians/${asked?.id}/verification`)
    expect((await owner.ask('PUT', verification, { how: 'call' })).json().code).toBe('not-confirmed')
    expect((await coach.ask('PUT', verification, { how: 'call' })).json().code).toBe('not-permitted')
  })

  test('with limited reach knows the name only; others know nothing of the athlete', async () => {
    const { guardian } = await guarded({ reach: 'limited' })
    expect(await own(guardian)).toMatchObject([{ athlete: 'Kaia Nakamura', facts: null }])
    expect((await guardian.ask('GET', at())).json().code).toBe('not-found')
    expect(await own(await world.people.register('Someone'))).toEqual([])
  })

  test('is shown no more, and no less, than the contact’s reach says today', async () => {
    const { athlete, contact, guardian } = await guarded()
    const changed = {
      name: 'Mari',
      relation: 'parent',
      title: null,
      phone: null,
      email: contact.email,
      reach: 'limited',
    }
    await owner.ask('PUT', at(`/${athlete.id}/contacts/${contact.id}`), changed)
    expect(await own(guardian)).toMatchObject([{ facts: null }])
  })

  test('who withdraws consent closes the account of the athlete, and only that', async () => {
    const { athlete, guardian, id } = await guarded()
    const kaia = await linked(athlete)
    const consent = (consentsToAccount: boolean) =>
      guardian.ask('PUT', `/api/guardianships/${id}/consent`, { consentsToAccount })
    expect((await consent(false)).statusCode).toBe(204)
    expect((await kaia.ask('GET', at())).json().code).toBe('not-found')
    expect((await record(athlete)).account).toBe('none')
    expect((await kinds(athlete)).slice(0, 2)).toEqual(['account-closed', 'guardian-withdrew-consent'])
    expect((await inviteAthlete(athlete)).json().code).toBe('guardian-consent-needed')
    expect((await consent(true)).statusCode).toBe(204)
    expect((await inviteAthlete(athlete)).statusCode).toBe(201)
    expect((await consent(false)).statusCode).toBe(204)
    expect((await record(athlete)).account).toBe('none')
  })

  test('does not close the account while another guardian allows it', async () => {
    const { athlete, id, guardian } = await guarded()
    const second = await addContact(athlete, { name: 'Ken Nakamura' })
    await inviteGuardian(athlete, second.id)
    const ken = await world.people.register('Ken Nakamura', second.email)
    await confirm(ken, (await lookUp(await tokenTo(second.email))).json().id, true)
    await linked(athlete)
    await guardian.ask('PUT', `/api/guardianships/${id}/consent`, { consentsToAccount: false })
    expect((await record(athlete)).account).toBe('linked')
  })

  test('who was only asked decides about nothing: an account stays when the question is withdrawn', async () => {
    const athlete = await add({ birthDate: '1999-01-01' })
    await linked(athlete)
    const { version } = await record(athlete)
    await owner.ask('PATCH', at(`/${athlete.id}`), { version, changes: { birthDate: '2010-01-01' } })
    await inviteGuardian(athlete, (await addContact(athlete)).id)
    const [asked] = (await record(athlete)).guardians ?? []
    expect((await owner.ask('DELETE', at(`/${athlete.id}/guardians/${asked?.id}`))).statusCode).toBe(204)
    expect((await record(athlete)).account).toBe('linked')
  })

  test('ends it, or a colleague does, or it ends with the contact', async () => {
    const one = await guarded()
    expect((await one.guardian.ask('DELETE', `/api/guardianships/${one.id}`)).statusCode).toBe(204)
    expect(await own(one.guardian)).toEqual([])
    expect((await one.guardian.ask('DELETE', `/api/guardianships/${one.id}`)).json().code).toBe('link-expired')

    const two = await guarded()
    expect((await agent.ask('DELETE', at(`/${two.athlete.id}/guardians/${two.id}`))).statusCode).toBe(204)
    expect((await record(two.athlete)).guardians).toEqual([])
    // They can be asked again.
    expect((await inviteGuardian(two.athlete, two.contact.id)).statusCode).toBe(201)

    const three = await guarded()
    await linked(three.athlete)
    await owner.ask('DELETE', at(`/${three.athlete.id}/contacts/${three.contact.id}`))
    expect(await own(three.guardian)).toEqual([])
    expect((await record(three.athlete)).account).toBe('none')
    expect(await kinds(three.athlete)).toContain('guardian-ended')
  })

  test('is none any more on the day that the athlete turns 18; the account stays', async () => {
    const { athlete, guardian, id } = await guarded()
    await linked(athlete)
    now = new Date('2027-03-02T12:00:00Z')
    expect((await record(athlete)).guardians).toHaveLength(1)
    now = new Date('2027-03-03T12:00:00Z')
    expect(await record(athlete)).toMatchObject({ guardians: [], contacts: [{ guardian: null }], account: 'linked' })
    expect(await own(guardian)).toEqual([])
    const late = await guardian.ask('PUT', `/api/guardianships/${id}/consent`, { consentsToAccount: false })
    expect(late.json().code).toBe('link-expired')
    await runJob(world.app, world.serving, 'end-guardianships-of-adults')
    expect((await timeline(athlete))[0]).toMatchObject({
      kind: 'guardian-ended',
      about: 'Mari Nakamura (parent)',
      actor: null,
    })
    expect((await record(athlete)).account).toBe('linked')
  })

  test('who deletes their account is none any more', async () => {
    const { athlete, guardian } = await guarded()
    await linked(athlete)
    expect((await world.people.deleteAccount(guardian)).statusCode).toBeLessThan(300)
    expect(await record(athlete)).toMatchObject({ guardians: [], account: 'none' })
  })

  test('can delete the account although the athlete has come of age', async () => {
    const { guardian } = await guarded()
    now = new Date('2030-01-01T12:00:00Z')
    expect((await world.people.deleteAccount(guardian)).statusCode).toBeLessThan(300)
  })
})

describe('the other contacts of a minor', () => {
  const toldOf = async (email: string) => world.people.mailTo(email, 'contact-added')

  test('are told who was added, if their reach is full', async () => {
    const athlete = await add()
    const [mother, coachOf] = [await addContact(athlete), await addContact(athlete, { name: 'Lee', reach: 'limited' })]
    const added = await addContact(athlete, { name: 'Rob Vance', relation: 'adviser' }, agent)
    const details = await toldOf(mother.email)
    expect(details).toEqual({
      organization: 'Ridgeline',
      athlete: 'Kaia N.',
      contact: 'Rob Vance',
      relation: 'adviser',
      addedBy: 'Jo Park',
      writeTo: agent.email,
    })
    expect(await toldOf(coachOf.email)).toBeUndefined()
    expect(await toldOf(added.email)).toBeUndefined()
    const entry = (await timeline(athlete)).find(({ kind }) => kind === 'contacts-told')
    expect(entry?.about).toBe('Mari Nakamura (parent)')
    const { text } = await composeMail(queued(contactAddedMail, details))
    expect(text).toContain('Rob Vance')
    expect(text).toContain(agent.email)
    for (const hidden of ['Nakamura', added.email, '2009']) expect(text).not.toContain(hidden)
  })

  test('of an adult are not told', async () => {
    const athlete = await add({ birthDate: '2000-01-01' })
    const first = await addContact(athlete)
    await addContact(athlete, { name: 'Rob Vance' })
    expect(await toldOf(first.email)).toBeUndefined()
    expect(await kinds(athlete)).not.toContain('contacts-told')
  })
})

describe('a guardian is verified', () => {
  const verifyingOf = async (athlete: Athlete, by: Someone) => (await record(athlete, by)).guardians?.[0]?.verifying

  test('by somebody else than whoever asked them, if anybody else can', async () => {
    const { athlete, id } = await guarded()
    expect(await verifyingOf(athlete, owner)).toBe('by-colleague')
    expect(await verifyingOf(athlete, agent)).toBe('open')
    const because = 'I know the family'
    expect((await verify(athlete, id, owner, { because })).json().code).toBe('another-may-verify')
    expect(await own(await world.people.register())).toEqual([])
    expect((await verify(athlete, id, agent)).statusCode).toBe(204)
    // Whoever asked does not replace the verification either.
    expect((await verify(athlete, id, owner, { because })).json().code).toBe('another-may-verify')
    expect((await record(athlete)).guardians).toMatchObject([
      { verified: { by: 'Jo Park', selfVerifiedBecause: null }, isMember: false },
    ])
  })

  test('by whoever asked them if nobody else can: with a comment, and marked', async () => {
    const [formerOwner, formerOrganization] = [owner, organization]
    owner = await world.people.register('Sol Owner')
    organization = await world.people.createOrganization(owner)
    const helper = await world.people.registerMember(organization, 'Sam Coach', 'coach')
    const { athlete, id } = await guarded()
    expect(await verifyingOf(athlete, owner)).toBe('alone')
    expect((await verify(athlete, id, owner)).json().errors).toMatchObject([{ field: 'because' }])
    const because = 'I am alone and met both at the school'
    expect((await verify(athlete, id, owner, { because })).statusCode).toBe(204)
    expect((await record(athlete)).guardians).toMatchObject([{ verified: { selfVerifiedBecause: because } }])
    expect(await timeline(athlete)).toContainEqual(
      expect.objectContaining({ kind: 'guardian-verified', text: because }),
    )
    const activity = await owner.ask('GET', `/api/organizations/${organization}/activity`)
    expect(activity.body).toContain('Checked an ID or document, self-verified')

    // The owner's switch for self-approval counts here too.
    const settings = `/api/organizations/${organization}/self-approval`
    expect((await owner.ask('PUT', settings, { allowed: false })).statusCode).toBe(204)
    expect((await verify(athlete, id, owner, { because })).json().code).toBe('another-may-verify')
    expect((await owner.ask('PUT', settings, { allowed: true })).statusCode).toBe(204)
    // From now on somebody else can.
    await world.people.registerMember(organization, 'Ann Agent', 'agent')
    expect((await verify(athlete, id, owner, { because })).json().code).toBe('another-may-verify')
    expect(helper.id).toBeTruthy()
    owner = formerOwner
    organization = formerOrganization
  })
})

describe('a guardian in the organization', () => {
  const invite = (email: string, role = 'agent') =>
    owner.ask('POST', `/api/organizations/${organization}/invitations`, { email, role })
  const memberships = async ({ id }: Someone) =>
    (await world.database.query('select from memberships where user_id = $1', [id])).rowCount

  test('is not invited as a member, until the guardianship has ended', async () => {
    const { athlete, guardian, id } = await guarded()
    expect((await invite(guardian.email)).json().code).toBe('guardian-here')
    expect((await owner.ask('DELETE', at(`/${athlete.id}/guardians/${id}`))).statusCode).toBe(204)
    expect((await invite(guardian.email)).statusCode).toBe(201)
  })

  test('does not accept an invitation that was sent before they confirmed, with or without an account', async () => {
    const athlete = await add()
    const contact = await addContact(athlete)
    expect((await inviteGuardian(athlete, contact.id)).statusCode).toBe(201)
    expect((await invite(contact.email)).statusCode).toBe(201)
    const guardian = await world.people.register('Mari Nakamura', contact.email)
    const { id } = (await lookUp(await tokenTo(contact.email))).json()
    expect((await confirm(guardian, id, true)).statusCode).toBe(204)
    const { token } = await world.people.mailTo(contact.email, 'invitation')
    const invitation = (await guardian.ask('POST', '/api/invitations/lookup', { token })).json().id
    expect((await guardian.ask('POST', `/api/invitations/${invitation}/acceptance`)).json().code).toBe('guardian-here')
    expect(await memberships(guardian)).toBe(0)
  })

  test('joins once the athlete is an adult', async () => {
    const { guardian } = await guarded()
    now = new Date('2027-03-04T12:00:00Z')
    expect((await invite(guardian.email)).statusCode).toBe(201)
  })

  test('does not become the athlete of another record', async () => {
    const { guardian } = await guarded()
    const adult = await add({ birthDate: '2000-01-01', email: guardian.email })
    expect((await inviteAthlete(adult)).json().code).toBe('guardian-here')
  })
})

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
const createAddress = (who: string) => `${who}-${++addresses}@home.example`

async function add(facts: object = {}): Promise<Athlete> {
  const body = {
    givenName: 'Kaia',
    familyName: 'Nakamura',
    birthDate: '2009-03-03',
    sport: 'basketball',
    level: 'high-school',
    school: 'Alder Basin High',
    classYear: 2027,
    email: createAddress('kaia'),
    stage: 'signed',
    ...facts,
  }
  const answer = await owner.ask('POST', at(), body)
  expect(answer.statusCode).toBe(201)
  // The response masks a minor's address.
  return { ...answer.json(), email: body.email }
}

async function addContact(athlete: Athlete, facts: object = {}, by = owner) {
  const contact = { name: 'Mari Nakamura', relation: 'parent', title: null, reach: 'full', phone: null }
  const answer = await by.ask('POST', at(`/${athlete.id}/contacts`), {
    ...contact,
    email: createAddress('mari'),
    ...facts,
  })
  expect(answer.statusCode).toBe(201)
  return answer.json() as { id: string; email: string }
}

const inviteGuardian = (athlete: Athlete, contact: string, body: object = {}, by = owner) =>
  by.ask('POST', at(`/${athlete.id}/contacts/${contact}/guardianship`), body)
const inviteAthlete = (athlete: Athlete, body: object = {}, by = owner) =>
  by.ask('POST', at(`/${athlete.id}/invitation`), body)
const loadRecord = async (athlete: Athlete, by = owner): Promise<Athlete> =>
  (await by.ask('GET', at(`/${athlete.id}`))).json()
const lookUp = (token: string, by = world.people.visitor()) => by.ask('POST', '/api/guardianships/lookup', { token })
const findToken = async (email: string) => (await world.people.mailTo(email, 'guardian-invitation')).token as string
const confirm = (guardian: Someone, id: string, consentsToAccount: boolean) =>
  guardian.ask('POST', `/api/guardianships/${id}/confirmation`, { consentsToAccount })
const listGuardianships = async (guardian: Someone): Promise<Guardianship[]> =>
  (await guardian.ask('GET', '/api/guardianships')).json().guardianships
const listTimeline = async (athlete: Athlete, by = owner): Promise<TimelineEntry[]> =>
  (await by.ask('GET', at(`/${athlete.id}/timeline`))).json().rows
const listKinds = async (athlete: Athlete, by = owner) => (await listTimeline(athlete, by)).map(({ kind }) => kind)

const verify = (athlete: Athlete, guardianship: string | undefined, by: Someone, more: object = {}) =>
  by.ask('PUT', at(`/${athlete.id}/guardians/${guardianship}/verification`), { how: 'id-seen', ...more })

/** Adds a minor with a confirmed guardian. */
async function addWithGuardian({ consents = true, reach = 'full' }: { consents?: boolean; reach?: string } = {}) {
  const athlete = await add()
  const contact = await addContact(athlete, { reach })
  expect((await inviteGuardian(athlete, contact.id)).statusCode).toBe(201)
  const guardian = await world.people.register('Mari Nakamura', contact.email)
  const { id } = (await lookUp(await findToken(contact.email))).json()
  expect((await confirm(guardian, id, consents)).statusCode).toBe(204)
  return { athlete, contact, guardian, id: id as string }
}

/** Invites the athlete and accepts. */
async function linkAccount(athlete: Athlete) {
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

test('a contact is invited, confirms and is verified; then the athlete is invited and sees their record', async () => {
  const athlete = await add()
  const contact = await addContact(athlete)
  expect(await loadRecord(athlete)).toMatchObject({ account: 'none', guardians: [], contacts: [{ guardian: null }] })

  expect((await inviteGuardian(athlete, contact.id, {}, agent)).statusCode).toBe(201)
  expect(await loadRecord(athlete)).toMatchObject({
    guardians: [{ state: 'invited', name: 'Mari Nakamura', consentsToAccount: false, confirmedAt: null }],
    contacts: [{ guardian: 'invited' }],
  })

  const token = await findToken(contact.email)
  const guardianInvitation = (await lookUp(token)).json()
  expect(guardianInvitation).toMatchObject({
    organization: 'Ridgeline',
    athlete: 'Kaia N.',
    invitedBy: 'Jo Park',
    hasAccount: false,
  })
  expect(JSON.stringify(guardianInvitation)).not.toContain('Nakamura')

  const account = { token, name: 'Mari Nakamura', password: goodPassword }
  const registered = await world.people.visitor().ask('POST', '/api/guardianships/accounts', account)
  expect(registered.statusCode).toBe(201)
  const guardian = world.people.visitor(registered.json().token, registered.json().user)
  expect(await listGuardianships(guardian)).toMatchObject([{ athlete: 'Kaia N.', confirmedAt: null, facts: null }])
  expect((await confirm(guardian, guardianInvitation.id, true)).statusCode).toBe(204)
  expect(await listGuardianships(guardian)).toMatchObject([
    {
      athlete: 'Kaia Nakamura',
      verified: false,
      consentsToAccount: true,
      facts: { sport: 'Basketball', school: 'Alder Basin High', classYear: 2027, stage: 'Signed' },
    },
  ])
  const notifications = (await agent.ask('GET', `/api/organizations/${organization}/notifications`)).json()
  expect(notifications.rows).toMatchObject([
    { kind: 'guardian-confirmed', actor: { name: 'Mari Nakamura' }, details: { athlete: athlete.id } },
  ])

  const [storedGuardian] = (await loadRecord(athlete)).guardians ?? []
  expect((await verify(athlete, storedGuardian?.id, agent)).json().code).toBe('another-may-verify')
  expect((await verify(athlete, storedGuardian?.id, owner)).statusCode).toBe(204)
  expect(await loadRecord(athlete)).toMatchObject({
    guardians: [{ state: 'verified', verified: { by: 'Amara Cole', how: 'id-seen', at: today.toISOString() } }],
    contacts: [{ guardian: 'verified' }],
  })
  expect(await listGuardianships(guardian)).toMatchObject([{ verified: true }])

  expect((await inviteAthlete(athlete, {}, agent)).statusCode).toBe(201)
  expect((await loadRecord(athlete)).account).toBe('invited')
  const { token: invitation } = await world.people.mailTo(athlete.email as string, 'invitation')
  const joining = { token: invitation, name: 'Kaia Nakamura', password: goodPassword }
  const joined = await world.people.visitor().ask('POST', '/api/invitations/joining', joining)
  expect(joined.statusCode).toBe(201)
  const kaia = world.people.visitor(joined.json().token, joined.json().user)
  expect((await loadRecord(athlete)).account).toBe('linked')
  expect((await kaia.ask('GET', at())).json().rows).toMatchObject([{ id: athlete.id }])
  expect(await loadRecord(athlete, kaia)).toMatchObject({ birthDate: '2009-03-03', editable: false, account: null })
  expect(await listGuardianships(guardian)).toMatchObject([{ hasAccount: true }])

  expect(await listKinds(athlete)).toEqual([
    'account-linked',
    'athlete-invited',
    'guardian-verified',
    'guardian-consented',
    'guardian-confirmed',
    'guardian-invited',
    'contact-added',
    'added',
  ])
  expect(await listKinds(athlete, coach)).toEqual(['account-linked', 'athlete-invited', 'added'])
  const { rows } = (await owner.ask('GET', `/api/organizations/${organization}/activity?kind=athletes`)).json()
  expect(rows.slice(0, 5).map(({ event }: { event: string }) => event)).toEqual([
    'athlete-linked',
    'guardian-verified',
    'guardian-consented',
    'guardian-confirmed',
    'guardian-invited',
  ])
})

describe('an athlete cannot be invited', () => {
  test.each([
    ['without an address', { email: null, birthDate: '1999-01-01' }, 'athlete-without-email'],
    ['under 13', { birthDate: '2014-01-01' }, 'athlete-under-13'],
    ['with an unknown age, unless a pro', { birthDate: null }, 'birth-date-needed'],
    ['under 18 without a guardian', {}, 'guardian-consent-needed'],
  ])('%s', async (_, facts, code) => {
    expect((await inviteAthlete(await add(facts))).json()).toMatchObject({ status: 409, code })
  })

  test('with an unknown age, except pros', async () => {
    expect((await inviteAthlete(await add({ birthDate: null, level: 'pro' }))).statusCode).toBe(201)
  })

  test('without a confirmed and consenting guardian', async () => {
    const athlete = await add()
    await inviteGuardian(athlete, (await addContact(athlete)).id)
    expect((await inviteAthlete(athlete)).json().code).toBe('guardian-consent-needed')
    const refused = await addWithGuardian({ consents: false })
    expect((await inviteAthlete(refused.athlete)).json().code).toBe('guardian-consent-needed')
  })

  test('under 13, even with a consenting guardian', async () => {
    const { athlete } = await addWithGuardian()
    const { version } = await loadRecord(athlete)
    await owner.ask('PATCH', at(`/${athlete.id}`), { version, changes: { birthDate: '2014-01-01' } })
    expect((await inviteAthlete(athlete)).json().code).toBe('athlete-under-13')
  })

  test('twice, unless resent, nor with an account', async () => {
    const athlete = await add({ birthDate: '1999-01-01' })
    expect((await inviteAthlete(athlete)).statusCode).toBe(201)
    expect((await inviteAthlete(athlete)).json().code).toBe('already-invited')
    const first = await world.people.mailTo(athlete.email as string, 'invitation')
    expect((await inviteAthlete(athlete, { replace: true })).statusCode).toBe(201)
    const ended = await owner.ask('POST', '/api/invitations/lookup', { token: first.token })
    expect(ended.json().code).toBe('link-expired')
    const other = await add({ birthDate: '1999-01-01' })
    await linkAccount(other)
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

  test('by members who may not edit athletes or invite people', async () => {
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

  test('keeps its record when resent from the list of invitations', async () => {
    const athlete = await add({ birthDate: '1999-01-01' })
    await inviteAthlete(athlete)
    const again = { email: athlete.email, role: 'athlete', replace: true }
    expect((await owner.ask('POST', `/api/organizations/${organization}/invitations`, again)).statusCode).toBe(201)
    expect((await accept(athlete)).answer.statusCode).toBe(200)
    expect((await loadRecord(athlete)).account).toBe('linked')
  })

  test('is invalid once the athlete has another address', async () => {
    const athlete = await add({ birthDate: '1999-01-01' })
    await inviteAthlete(athlete)
    const { version } = await loadRecord(athlete)
    await owner.ask('PATCH', at(`/${athlete.id}`), { version, changes: { email: createAddress('new') } })
    expect((await loadRecord(athlete)).account).toBe('none')
    expect((await accept(athlete)).answer.json().code).toBe('link-expired')
  })

  test('is invalid if the athlete turns out to be a minor without a guardian', async () => {
    const athlete = await add({ birthDate: '1999-01-01' })
    await inviteAthlete(athlete)
    const { version } = await loadRecord(athlete)
    await owner.ask('PATCH', at(`/${athlete.id}`), { version, changes: { birthDate: '2010-01-01' } })
    expect((await accept(athlete)).answer.json().code).toBe('guardian-consent-needed')
  })

  test('is unlinked when the athlete leaves', async () => {
    const athlete = await add({ birthDate: '1999-01-01' })
    const person = await linkAccount(athlete)
    await owner.ask('DELETE', `/api/organizations/${organization}/people/${person.id}`)
    expect((await loadRecord(athlete)).account).toBe('none')
  })
})

describe('a contact cannot be invited as guardian', () => {
  test.each([
    ['of an adult', { birthDate: '2000-01-01' }, {}, 'not-a-minor'],
    ['as a coach', {}, { relation: 'coach' }, 'not-a-guardian'],
    ['without an address', {}, { email: null }, 'contact-without-email'],
  ])('%s', async (_, facts, contactFacts, code) => {
    const athlete = await add(facts)
    const { id } = await addContact(athlete, contactFacts)
    expect((await inviteGuardian(athlete, id)).json()).toMatchObject({ status: 409, code })
  })

  test('with the address of the athlete or a member', async () => {
    const athlete = await add()
    const same = await addContact(athlete, { email: athlete.email })
    expect((await inviteGuardian(athlete, same.id)).json().code).toBe('address-of-athlete')
    const colleague = await addContact(athlete, { email: coach.email })
    expect((await inviteGuardian(athlete, colleague.id)).json().code).toBe('address-of-member')
  })

  test('twice, unless resent, which invalidates the first link', async () => {
    const athlete = await add()
    const contact = await addContact(athlete)
    await inviteGuardian(athlete, contact.id)
    const first = await findToken(contact.email)
    expect((await inviteGuardian(athlete, contact.id)).json().code).toBe('already-invited')
    expect((await inviteGuardian(athlete, contact.id, { replace: true })).statusCode).toBe(201)
    expect((await lookUp(first)).json().code).toBe('link-expired')
    expect((await lookUp(await findToken(contact.email))).statusCode).toBe(200)
    expect((await loadRecord(athlete)).guardians).toHaveLength(1)
  })

  test('after confirming', async () => {
    const { athlete, contact } = await addWithGuardian()
    expect((await inviteGuardian(athlete, contact.id)).json().code).toBe('already-a-guardian')
  })

  test('by members who may not see contacts, nor across athletes or organizations', async () => {
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

describe('the confirmation link', () => {
  async function createInvitation() {
    const athlete = await add()
    const contact = await addContact(athlete)
    await inviteGuardian(athlete, contact.id)
    const token = await findToken(contact.email)
    const { id } = (await lookUp(token)).json()
    return { athlete, contact, token, id: id as string }
  }

  test('works only for its email address', async () => {
    const { athlete, id } = await createInvitation()
    const wrong = await world.people.register('Someone Else')
    expect((await confirm(wrong, id, true)).json().code).toBe('link-expired')
    expect((await wrong.ask('POST', `/api/guardianships/${id}/refusal`)).json().code).toBe('link-expired')
    expect(await loadRecord(athlete)).toMatchObject({ guardians: [{ state: 'invited' }] })
  })

  test('works once', async () => {
    const { contact, token, id } = await createInvitation()
    const guardian = await world.people.register('Mari', contact.email)
    expect((await confirm(guardian, id, true)).statusCode).toBe(204)
    expect((await confirm(guardian, id, false)).json().code).toBe('link-expired')
    expect((await lookUp(token)).json().code).toBe('link-expired')
    expect(await listGuardianships(guardian)).toMatchObject([{ consentsToAccount: true }])
  })

  test('cannot create a second account for an address', async () => {
    const { contact, token } = await createInvitation()
    await world.people.register('Mari', contact.email)
    expect((await lookUp(token)).json().hasAccount).toBe(true)
    const account = { token, name: 'Mari', password: goodPassword }
    const answer = await world.people.visitor().ask('POST', '/api/guardianships/accounts', account)
    expect(answer.json().code).toBe('account-exists')
  })

  test('is invalid after withdrawal, refusal, expiry or a change of the contact’s address', async () => {
    const withdrawn = await createInvitation()
    const [guardian] = (await loadRecord(withdrawn.athlete)).guardians ?? []
    expect((await owner.ask('DELETE', at(`/${withdrawn.athlete.id}/guardians/${guardian?.id}`))).statusCode).toBe(204)
    expect((await lookUp(withdrawn.token)).json().code).toBe('link-expired')

    const declined = await createInvitation()
    const notThem = await world.people.register('Not Them', declined.contact.email)
    expect((await notThem.ask('POST', `/api/guardianships/${declined.id}/refusal`)).statusCode).toBe(204)
    expect((await lookUp(declined.token)).json().code).toBe('link-expired')
    expect(await listKinds(declined.athlete)).toContain('guardian-declined')

    const moved = await createInvitation()
    const contact = { name: 'Mari', relation: 'parent', title: null, reach: 'full', phone: null }
    await owner.ask('PUT', at(`/${moved.athlete.id}/contacts/${moved.contact.id}`), {
      ...contact,
      email: createAddress('moved'),
    })
    expect((await lookUp(moved.token)).json().code).toBe('link-expired')

    const old = await createInvitation()
    await world.database.query("update guardianships set expires_at = now() - interval '1 minute' where id = $1", [
      old.id,
    ])
    expect((await lookUp(old.token)).json().code).toBe('link-expired')
    expect((await loadRecord(old.athlete)).guardians).toEqual([])
    await runJob(world.app, world.serving, 'forget-expired-invitations')
    const { rows } = await world.database.query('select from guardianships where id = $1', [old.id])
    expect(rows).toEqual([])
  })

  test('is rejected if the person has become a member or the athlete', async () => {
    const { contact, id } = await createInvitation()
    const guardian = await world.people.register('Mari', contact.email)
    await world.database.query("insert into memberships (organization_id, user_id, role) values ($1, $2, 'coach')", [
      organization,
      guardian.id,
    ])
    expect((await confirm(guardian, id, true)).json().code).toBe('address-of-member')
    const other = await createInvitation()
    await world.database.query('update athletes set email = $1 where id = $2', [other.contact.email, other.athlete.id])
    const athlete = await world.people.register('Kaia', other.contact.email)
    expect((await confirm(athlete, other.id, true)).json().code).toBe('address-of-athlete')
  })
})

describe('a guardian', () => {
  test('is verified only after confirming, by members who may see contacts', async () => {
    const athlete = await add()
    const contact = await addContact(athlete)
    await inviteGuardian(athlete, contact.id)
    const [invited] = (await loadRecord(athlete)).guardians ?? []
    const verification = at(`/${athlete.id}/guardians/${invited?.id}/verification`)
    expect((await owner.ask('PUT', verification, { how: 'call' })).json().code).toBe('not-confirmed')
    expect((await coach.ask('PUT', verification, { how: 'call' })).json().code).toBe('not-permitted')
  })

  test('with limited reach sees only the name; others see nothing', async () => {
    const { guardian } = await addWithGuardian({ reach: 'limited' })
    expect(await listGuardianships(guardian)).toMatchObject([{ athlete: 'Kaia Nakamura', facts: null }])
    expect((await guardian.ask('GET', at())).json().code).toBe('not-found')
    expect(await listGuardianships(await world.people.register('Someone'))).toEqual([])
  })

  test('sees what the contact’s current reach allows', async () => {
    const { athlete, contact, guardian } = await addWithGuardian()
    const changed = {
      name: 'Mari',
      relation: 'parent',
      title: null,
      phone: null,
      email: contact.email,
      reach: 'limited',
    }
    await owner.ask('PUT', at(`/${athlete.id}/contacts/${contact.id}`), changed)
    expect(await listGuardianships(guardian)).toMatchObject([{ facts: null }])
  })

  test('who withdraws consent closes the athlete’s account', async () => {
    const { athlete, guardian, id } = await addWithGuardian()
    const kaia = await linkAccount(athlete)
    const consent = (consentsToAccount: boolean) =>
      guardian.ask('PUT', `/api/guardianships/${id}/consent`, { consentsToAccount })
    expect((await consent(false)).statusCode).toBe(204)
    expect((await kaia.ask('GET', at())).json().code).toBe('not-found')
    expect((await loadRecord(athlete)).account).toBe('none')
    expect((await listKinds(athlete)).slice(0, 2)).toEqual(['account-closed', 'guardian-withdrew-consent'])
    expect((await inviteAthlete(athlete)).json().code).toBe('guardian-consent-needed')
    expect((await consent(true)).statusCode).toBe(204)
    expect((await inviteAthlete(athlete)).statusCode).toBe(201)
    expect((await consent(false)).statusCode).toBe(204)
    expect((await loadRecord(athlete)).account).toBe('none')
  })

  test('does not close the account while another guardian consents', async () => {
    const { athlete, id, guardian } = await addWithGuardian()
    const second = await addContact(athlete, { name: 'Ken Nakamura' })
    await inviteGuardian(athlete, second.id)
    const ken = await world.people.register('Ken Nakamura', second.email)
    await confirm(ken, (await lookUp(await findToken(second.email))).json().id, true)
    await linkAccount(athlete)
    await guardian.ask('PUT', `/api/guardianships/${id}/consent`, { consentsToAccount: false })
    expect((await loadRecord(athlete)).account).toBe('linked')
  })

  test('who has not confirmed has no effect on the account', async () => {
    const athlete = await add({ birthDate: '1999-01-01' })
    await linkAccount(athlete)
    const { version } = await loadRecord(athlete)
    await owner.ask('PATCH', at(`/${athlete.id}`), { version, changes: { birthDate: '2010-01-01' } })
    await inviteGuardian(athlete, (await addContact(athlete)).id)
    const [invited] = (await loadRecord(athlete)).guardians ?? []
    expect((await owner.ask('DELETE', at(`/${athlete.id}/guardians/${invited?.id}`))).statusCode).toBe(204)
    expect((await loadRecord(athlete)).account).toBe('linked')
  })

  test('can be ended by themselves, by a colleague or with the contact', async () => {
    const one = await addWithGuardian()
    expect((await one.guardian.ask('DELETE', `/api/guardianships/${one.id}`)).statusCode).toBe(204)
    expect(await listGuardianships(one.guardian)).toEqual([])
    expect((await one.guardian.ask('DELETE', `/api/guardianships/${one.id}`)).json().code).toBe('link-expired')

    const two = await addWithGuardian()
    expect((await agent.ask('DELETE', at(`/${two.athlete.id}/guardians/${two.id}`))).statusCode).toBe(204)
    expect((await loadRecord(two.athlete)).guardians).toEqual([])
    // A new invitation is possible.
    expect((await inviteGuardian(two.athlete, two.contact.id)).statusCode).toBe(201)

    const three = await addWithGuardian()
    await linkAccount(three.athlete)
    await owner.ask('DELETE', at(`/${three.athlete.id}/contacts/${three.contact.id}`))
    expect(await listGuardianships(three.guardian)).toEqual([])
    expect((await loadRecord(three.athlete)).account).toBe('none')
    expect(await listKinds(three.athlete)).toContain('guardian-ended')
  })

  test('loses access on the athlete’s 18th birthday, while the account stays', async () => {
    const { athlete, guardian, id } = await addWithGuardian()
    await linkAccount(athlete)
    now = new Date('2027-03-02T12:00:00Z')
    expect((await loadRecord(athlete)).guardians).toHaveLength(1)
    now = new Date('2027-03-03T12:00:00Z')
    expect(await loadRecord(athlete)).toMatchObject({
      guardians: [],
      contacts: [{ guardian: null }],
      account: 'linked',
    })
    expect(await listGuardianships(guardian)).toEqual([])
    const late = await guardian.ask('PUT', `/api/guardianships/${id}/consent`, { consentsToAccount: false })
    expect(late.json().code).toBe('link-expired')
    await runJob(world.app, world.serving, 'end-guardianships-of-adults')
    expect((await listTimeline(athlete))[0]).toMatchObject({
      kind: 'guardian-ended',
      about: 'Mari Nakamura (parent)',
      actor: null,
    })
    expect((await loadRecord(athlete)).account).toBe('linked')
  })

  test('who deletes their account is removed', async () => {
    const { athlete, guardian } = await addWithGuardian()
    await linkAccount(athlete)
    expect((await world.people.deleteAccount(guardian)).statusCode).toBeLessThan(300)
    expect(await loadRecord(athlete)).toMatchObject({ guardians: [], account: 'none' })
  })

  test('can delete their account after the athlete has come of age', async () => {
    const { guardian } = await addWithGuardian()
    now = new Date('2030-01-01T12:00:00Z')
    expect((await world.people.deleteAccount(guardian)).statusCode).toBeLessThan(300)
  })
})

describe('the other contacts of a minor', () => {
  const findNotice = async (email: string) => world.people.mailTo(email, 'contact-added')

  test('are notified of a new contact if their reach is full', async () => {
    const athlete = await add()
    const [mother, coachOf] = [await addContact(athlete), await addContact(athlete, { name: 'Lee', reach: 'limited' })]
    const added = await addContact(athlete, { name: 'Rob Vance', relation: 'adviser' }, agent)
    const details = await findNotice(mother.email)
    expect(details).toEqual({
      organization: 'Ridgeline',
      athlete: 'Kaia N.',
      contact: 'Rob Vance',
      relation: 'adviser',
      addedBy: 'Jo Park',
      writeTo: agent.email,
    })
    expect(await findNotice(coachOf.email)).toBeUndefined()
    expect(await findNotice(added.email)).toBeUndefined()
    const entry = (await listTimeline(athlete)).find(({ kind }) => kind === 'contacts-told')
    expect(entry?.about).toBe('Mari Nakamura (parent)')
    const { text } = await composeMail(queued(contactAddedMail, details))
    expect(text).toContain('Rob Vance')
    expect(text).toContain(agent.email)
    for (const hidden of ['Nakamura', added.email, '2009']) expect(text).not.toContain(hidden)
  })

  test('are not notified if the athlete is an adult', async () => {
    const athlete = await add({ birthDate: '2000-01-01' })
    const first = await addContact(athlete)
    await addContact(athlete, { name: 'Rob Vance' })
    expect(await findNotice(first.email)).toBeUndefined()
    expect(await listKinds(athlete)).not.toContain('contacts-told')
  })
})

describe('verification', () => {
  const loadVerifying = async (athlete: Athlete, by: Someone) =>
    (await loadRecord(athlete, by)).guardians?.[0]?.verifying

  test('must be done by another member than the inviter, if there is one', async () => {
    const { athlete, id } = await addWithGuardian()
    expect(await loadVerifying(athlete, owner)).toBe('by-colleague')
    expect(await loadVerifying(athlete, agent)).toBe('open')
    const reason = 'I know the family'
    expect((await verify(athlete, id, owner, { reason })).json().code).toBe('another-may-verify')
    expect(await listGuardianships(await world.people.register())).toEqual([])
    expect((await verify(athlete, id, agent)).statusCode).toBe(204)
    // The inviter cannot replace the verification either.
    expect((await verify(athlete, id, owner, { reason })).json().code).toBe('another-may-verify')
    expect((await loadRecord(athlete)).guardians).toMatchObject([
      { verified: { by: 'Jo Park', selfVerificationReason: null }, isMember: false },
    ])
  })

  test('by the only possible member needs a reason and is marked', async () => {
    const [formerOwner, formerOrganization] = [owner, organization]
    owner = await world.people.register('Sol Owner')
    organization = await world.people.createOrganization(owner)
    const helper = await world.people.registerMember(organization, 'Sam Coach', 'coach')
    const { athlete, id } = await addWithGuardian()
    expect(await loadVerifying(athlete, owner)).toBe('alone')
    expect((await verify(athlete, id, owner)).json().errors).toMatchObject([{ field: 'reason' }])
    const reason = 'I am alone and met both at the school'
    expect((await verify(athlete, id, owner, { reason })).statusCode).toBe(204)
    expect((await loadRecord(athlete)).guardians).toMatchObject([{ verified: { selfVerificationReason: reason } }])
    expect(await listTimeline(athlete)).toContainEqual(
      expect.objectContaining({ kind: 'guardian-verified', text: reason }),
    )
    const activity = await owner.ask('GET', `/api/organizations/${organization}/activity`)
    expect(activity.body).toContain('Checked an ID or document, self-verified')

    // The self-approval setting applies here, too.
    const settings = `/api/organizations/${organization}/self-approval`
    expect((await owner.ask('PUT', settings, { allowed: false })).statusCode).toBe(204)
    expect((await verify(athlete, id, owner, { reason })).json().code).toBe('another-may-verify')
    expect((await owner.ask('PUT', settings, { allowed: true })).statusCode).toBe(204)
    // Now another member can verify.
    await world.people.registerMember(organization, 'Ann Agent', 'agent')
    expect((await verify(athlete, id, owner, { reason })).json().code).toBe('another-may-verify')
    expect(helper.id).toBeTruthy()
    owner = formerOwner
    organization = formerOrganization
  })
})

describe('a guardian of the organization', () => {
  const invite = (email: string, role = 'agent') =>
    owner.ask('POST', `/api/organizations/${organization}/invitations`, { email, role })
  const countMemberships = async ({ id }: Someone) =>
    (await world.database.query('select from memberships where user_id = $1', [id])).rowCount

  test('cannot be invited as a member until the guardianship ends', async () => {
    const { athlete, guardian, id } = await addWithGuardian()
    expect((await invite(guardian.email)).json().code).toBe('guardian-here')
    expect((await owner.ask('DELETE', at(`/${athlete.id}/guardians/${id}`))).statusCode).toBe(204)
    expect((await invite(guardian.email)).statusCode).toBe(201)
  })

  test('cannot accept a membership invitation sent before confirming', async () => {
    const athlete = await add()
    const contact = await addContact(athlete)
    expect((await inviteGuardian(athlete, contact.id)).statusCode).toBe(201)
    expect((await invite(contact.email)).statusCode).toBe(201)
    const guardian = await world.people.register('Mari Nakamura', contact.email)
    const { id } = (await lookUp(await findToken(contact.email))).json()
    expect((await confirm(guardian, id, true)).statusCode).toBe(204)
    const { token } = await world.people.mailTo(contact.email, 'invitation')
    const invitation = (await guardian.ask('POST', '/api/invitations/lookup', { token })).json().id
    expect((await guardian.ask('POST', `/api/invitations/${invitation}/acceptance`)).json().code).toBe('guardian-here')
    expect(await countMemberships(guardian)).toBe(0)
  })

  test('can become a member once the athlete is an adult', async () => {
    const { guardian } = await addWithGuardian()
    now = new Date('2027-03-04T12:00:00Z')
    expect((await invite(guardian.email)).statusCode).toBe(201)
  })

  test('cannot become the athlete of another record', async () => {
    const { guardian } = await addWithGuardian()
    const adult = await add({ birthDate: '2000-01-01', email: guardian.email })
    expect((await inviteAthlete(adult)).json().code).toBe('guardian-here')
  })
})

import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deal, DealTerms } from '@sherpa/contracts/deal'
import type { NewPaydays } from '@sherpa/contracts/paydays'
import type { PaymentRule } from '@sherpa/contracts/payment-schedule'
import { afterAll, beforeAll } from 'vitest'
import { diskFiles } from '../src/files/file-store.ts'
import { goodPassword, platformForTests, type Someone } from './people.ts'
import { pdf } from './sample-files.ts'

type Terms = Partial<DealTerms>
type Received = { ruleId: string; number: number; amountMinor: number }
export type Entry = {
  kind?: Deal['kind']
  terms: Terms
  signedOn?: string
  received?: Received[]
  paydays?: NewPaydays
  guardian?: string
  approval?: string
  companyId?: string
  bytes?: Buffer
}

/** Organization with an athlete and a company, and helpers to enter signed deals through the API. */
export function enteredDeals(clock = () => new Date('2026-11-16T15:00:00Z')) {
  const directory = mkdtemp(join(tmpdir(), 'sherpa-entered-test-'))
  afterAll(async () => rm(await directory, { recursive: true }))
  const files: ReturnType<typeof diskFiles>[] = []
  const world = platformForTests({
    clock,
    files: new Proxy({} as ReturnType<typeof diskFiles>, { get: (_, name) => Reflect.get(files[0] ?? {}, name) }),
  })
  const place = {} as { owner: Someone; organization: string; athlete: string; company: string }
  beforeAll(async () => {
    files.push(diskFiles(await directory))
    place.owner = await world.people.register('Olive Owner')
    place.organization = await world.people.createOrganization(place.owner, 'Ridgeline')
    const facts = { givenName: 'Jonah', familyName: 'Okoye', level: 'pro', stage: 'signed', birthDate: '1999-03-03' }
    place.athlete = (await place.owner.ask('POST', at('athletes'), facts)).json().id
    const company = { name: 'Halden Sportswear', kind: 'brand' }
    place.company = (await place.owner.ask('POST', at('companies'), company)).json().id
    await world.people.setUpSecondFactor(place.owner)
  })

  const at = (path: string) => `/api/organizations/${place.organization}/${path}`

  const proof = renewedProof(() => place.owner)

  async function draft(by: Someone, { kind = 'sponsorship', terms, companyId = place.company, bytes = pdf }: Entry) {
    const dated = { startsOn: '2024-04-01', ...terms }
    const facts = { athleteId: place.athlete, companyId, kind, title: 'Halden 2024', terms: dated }
    const added = await by.ask('POST', at('deals'), facts)
    if (added.statusCode !== 201) throw new Error(added.body)
    const deal: Deal = added.json()
    const document = await by.ask(
      'POST',
      at(`deals/${deal.id}/documents?name=${bytes === pdf ? 'Signed.pdf' : 'Scan.png'}`),
      bytes,
      {
        'content-type': 'application/octet-stream',
      },
    )
    return { deal, documentId: document.json().id as string }
  }

  async function submit(
    by: Someone,
    { deal, documentId }: Awaited<ReturnType<typeof draft>>,
    entry: Entry,
    identity: object,
  ) {
    const { signedOn = '2024-03-18', received = [], paydays, guardian, approval } = entry
    const body = { version: deal.version, signedOn, documentId, received, ...identity }
    return by.ask('POST', at(`deals/${deal.id}/entered`), {
      ...body,
      ...(paydays && { paydays }),
      ...(guardian && { guardian }),
      ...(approval && { approval }),
    })
  }

  /** Enters a deal as the owner. */
  const enter = async (entry: Entry) => submit(place.owner, await draft(place.owner, entry), entry, await proof())

  return { world, place, at, proof, draft, submit, enter }
}

/** Recovery codes work once; new ones are made before they run out. */
export function renewedProof(of: () => Someone) {
  let uses = 0
  return async () => {
    const someone = of()
    uses++
    if (uses % 8 === 0) {
      const identity = { password: goodPassword, ...someone.proof() }
      const renewed = await someone.ask('POST', '/api/account/second-factor/recovery-codes', identity)
      someone.recoveryCodes = renewed.json().recoveryCodes
    }
    return someone.proof()
  }
}

/** Payment on a day. */
export function paymentOn(day: string, amountMinor: number, more: Partial<PaymentRule> = {}): PaymentRule {
  const schedule = { kind: 'day', day } as const
  return { id: randomUUID(), kind: 'base', title: `Due ${day}`, amountMinor, inKind: false, schedule, ...more }
}

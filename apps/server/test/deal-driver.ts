import type { Deal, DealTerms, NewDeal, NewMove } from '@sherpa/contracts/deal'
import type { Role } from '@sherpa/contracts/organization'
import { expect } from 'vitest'
import { goodPassword, type platformForTests, type Someone } from './people.ts'
import { confirmSignedCopy, uploadSignedCopy } from './signed-copy.ts'

type People = ReturnType<typeof platformForTests>['people']
type Cast = {
  organization: string
  owner: Someone
  agent: Someone
  approver: Someone
  player: Someone
  /** Agent who confirms their identity with a password. */
  clerk: Someone
}

/** Registers an agency with everyone a deal needs. */
export async function registerCast({ people }: { people: People }): Promise<Cast> {
  const owner = await people.register('Olive Owner')
  const organization = await people.createOrganization(owner)
  const member = (name: string, role: Role) => people.registerMember(organization, name, role)
  const cast = {
    organization,
    owner,
    agent: await member('Amara Cole', 'agent'),
    approver: await member('Lin Zhao', 'compliance'),
    player: await member('Jonah Okoye', 'athlete'),
    clerk: await member('Cleo Clerk', 'agent'),
  }
  await people.assumeSecondFactor(cast.clerk, false)
  return cast
}

/** Drives deals through their life cycle by API requests of the permitted people. */
export function dealDriver(cast: () => Omit<Cast, 'owner'>) {
  const at = (path = '') => `/api/organizations/${cast().organization}/deals${path}`

  async function load(id: string): Promise<Deal> {
    const answer = await cast().agent.ask('GET', at(`/${id}`))
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }

  const driver = {
    load,
    add: (deal: NewDeal) => cast().agent.ask('POST', at(), deal),
    change: async (id: string, changes: object) =>
      cast().agent.ask('PATCH', at(`/${id}`), { version: (await load(id)).version, changes }),
    submit: async (id: string) => cast().agent.ask('POST', at(`/${id}/review`), { version: (await load(id)).version }),
    withdraw: (id: string) => cast().agent.ask('DELETE', at(`/${id}/review`)),
    decide: async (id: string, decision: 'approved' | 'changes' | 'declined') =>
      cast().approver.ask('POST', at(`/${id}/decisions`), {
        number: (await load(id)).newestVersion,
        decision,
        comment: decision === 'approved' ? null : 'Not like this',
      }),
    async athleteSigns(id: string) {
      const deal = await load(id)
      return cast().player.ask('POST', at(`/${id}/signatures`), {
        number: deal.newestVersion,
        hash: deal.versions[0]?.hash ?? '0'.repeat(64),
        name: 'Jonah Okoye',
        agrees: true,
        password: goodPassword,
      })
    },
    async companySigns(id: string) {
      const copy = { side: 'company', signer: 'Sofia Brandt', number: (await load(id)).newestVersion } as const
      const confirmed = await confirmSignedCopy(cast().clerk, at(`/${id}`), copy)
      if (confirmed.statusCode !== 200) return confirmed
      return uploadSignedCopy(cast().clerk, at(`/${id}`), confirmed.json().token)
    },
    remind: (id: string) => cast().agent.ask('POST', at(`/${id}/reminders`)),
    move: async (id: string, move: NewMove['move'], more: Partial<NewMove> = {}) =>
      cast().agent.ask('POST', at(`/${id}/moves`), { version: (await load(id)).version, move, comment: null, ...more }),
    remove: (id: string) => cast().agent.ask('DELETE', at(`/${id}`)),
    preview: (id: string) => cast().agent.ask('GET', at(`/${id}/termination`)),

    async draft(deal: NewDeal): Promise<Deal> {
      const answer = await driver.add(deal)
      expect(answer.json()).toMatchObject({ stage: 'draft' })
      return answer.json()
    },
    /** Submits and approves the newest draft. */
    async approve(id: string): Promise<Deal> {
      expect((await driver.submit(id)).json()).toMatchObject({ id })
      const answer = await driver.decide(id, 'approved')
      expect(answer.json()).toMatchObject({ id })
      return answer.json()
    },
    /** Approves and signs the newest draft, so that it is in force. */
    async signAll(id: string): Promise<Deal> {
      await driver.approve(id)
      expect((await driver.athleteSigns(id)).statusCode).toBe(200)
      expect((await driver.companySigns(id)).statusCode).toBe(201)
      return load(id)
    },
    async signed(deal: NewDeal): Promise<Deal> {
      return driver.signAll((await driver.draft(deal)).id)
    },
    /** Starts a draft amendment of a deal in force. */
    async amend(id: string, terms: Partial<DealTerms>, more: object = {}): Promise<Deal> {
      const answer = await driver.change(id, { ...(Object.keys(terms).length > 0 && { terms }), ...more })
      expect(answer.json()).toMatchObject({ amendment: 'draft' })
      return answer.json()
    },
  }
  return driver
}

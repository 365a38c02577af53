import { beforeAll, expect, test } from 'vitest'
import { dealDriver, registerCast } from '../../../test/deal-driver.ts'
import { platformForTests } from '../../../test/people.ts'
import { monthly, signedDeal } from '../../../test/signed-deal.ts'

const now = new Date('2026-01-02T12:00:00Z')
const world = platformForTests({ clock: () => now })
let cast: Awaited<ReturnType<typeof registerCast>>
const drive = dealDriver(() => cast)
beforeAll(async () => {
  cast = await registerCast(world)
})

/** Columns that differ between any two deals, and traces of the people who moved it. */
const OWN = [
  'id',
  'deal_id',
  'rule_id',
  'hash',
  'frozen',
  'frozen_at',
  'frozen_by',
  'created_at',
  'created_by',
  'last_active_at',
  'stage_since',
]
const TRACES = [
  'folded',
  'version',
  'athlete_facts',
  'user_id',
  'method',
  'signer_name',
  'intent',
  'address',
  'device',
  'document_id',
]

test('a deal that tests insert has the rows of one that people drafted, approved and signed', async () => {
  const { organization, owner, player, agent } = cast
  const at = (path: string) => `/api/organizations/${organization}/${path}`
  const birthDate = '2000-03-03'
  const added = await owner.ask('POST', at('athletes'), {
    givenName: 'Jonah',
    familyName: 'Okoye',
    birthDate,
    level: 'pro',
    stage: 'signed',
  })
  const athlete = added.json().id
  await world.database.query('update athletes set user_id = $1 where id = $2', [player.id, athlete])
  const company = (await owner.ask('POST', at('companies'), { name: 'Halden', kind: 'brand' })).json().id
  const terms = {
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    businessPurpose: 'Campaign',
    payments: [monthly(100_000)],
    deliverables: [
      { id: crypto.randomUUID(), title: 'Post', platform: null, count: 2, dueOn: '2026-03-01', disclosureTag: null },
    ],
  }
  const driven = await drive.signed({
    athleteId: athlete,
    companyId: company,
    kind: 'nil',
    title: 'Fall line',
    leadId: agent.id,
    terms,
  })
  const inserted = await signedDeal(world.database, { organization, athlete, company, lead: agent.id, terms })

  for (const [table, column] of [
    ['deals', 'id'],
    ['deal_versions', 'deal_id'],
    ['deal_signatures', 'deal_id'],
    ['payments', 'deal_id'],
    ['deliverables', 'deal_id'],
    ['key_dates', 'deal_id'],
  ]) {
    const rowsOf = async (deal: string) =>
      (
        await world.database.query(
          `select to_jsonb(t) - $2::text[] as row from ${table} t where ${column} = $1 order by (to_jsonb(t) - $2::text[])::text`,
          [deal, [...OWN, ...TRACES]],
        )
      ).rows.map(({ row }) => row)
    expect([table, await rowsOf(inserted.deal)]).toEqual([table, await rowsOf(driven.id)])
  }
})

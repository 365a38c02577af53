// npm run bench:sonar: the filters that questions use, as first pages in an organization with a million athletes, 200,000 deals
// and 400,000 payments (output: see measure-queries.ts).
import { athletesQuery } from '@sherpa/contracts/athlete'
import { addDays } from '@sherpa/contracts/days'
import { dealsQuery } from '@sherpa/contracts/deal'
import { paymentsQuery } from '@sherpa/contracts/deal-work'
import { allPermissions } from '@sherpa/contracts/organization'
import { findNameTexts } from '@sherpa/contracts/sonar/names'
import { listAthletes } from '../apps/server/src/domains/athletes/athletes.ts'
import { listDeals } from '../apps/server/src/domains/deals/deal-list.ts'
import { listPayments } from '../apps/server/src/domains/deals/payments.ts'
import { findNames } from '../apps/server/src/domains/sonar/find-names.ts'
import { type Ask, ATHLETES, type Kind, kind, measureQueries, pick, timed } from './measure-queries.ts'
import { seedSonar } from './seed-sonar.ts'

/** Every word and group of words may be a name. */
const questions = [
  'wide receivers from carolina over 6 ft 2 without contact since october lowkey fast',
  'deals of John Smith with Halden Sportswear ending this year over $10,000',
  'quarterbacks at Lincoln High managed by Jo Park tagged draft 2027',
  'late payments of Maria Garcia',
]

await measureQueries(async ({ owner, url }) => {
  const known = await owner.query<{ id: string }>("select id from organizations where name = 'Sonar'")
  const organization = known.rows[0]?.id ?? (await timed(`${ATHLETES} athletes`, () => seedSonar(url, ATHLETES)))
  const { rows: schools } = await owner.query<{ school: string }>(
    'select school from athletes tablesample bernoulli (0.1) repeatable (7) where school is not null',
  )
  return {
    organization,
    kinds: queriesOf(
      organization,
      schools.map(({ school }) => school),
    ),
  }
})

function queriesOf(organization: string, schools: readonly string[]): Kind[] {
  const member = { organization, role: 'owner' as const, permissions: [...allPermissions], lacksSecondFactor: false }
  const viewer = { person: { id: organization }, member }
  const now = new Date()
  const today = now.toISOString().slice(0, 10)
  const athletes =
    (parameters: Record<string, string>): Ask =>
    (db) =>
      listAthletes(db, viewer, athletesQuery.parse(parameters), now)
  const deals =
    (parameters: Record<string, string>): Ask =>
    (db) =>
      listDeals(db, viewer, dealsQuery.parse(parameters))
  const payments =
    (parameters: Record<string, string>): Ask =>
    (db) =>
      listPayments(db, viewer, paymentsQuery.parse(parameters), now)
  const sorts = ['-active', '-active', '-active', 'name', '-added', 'class']
  const sort = (n: number) => pick(sorts, Math.floor(n / 7))
  const dealSorts = ['-active', '-active', 'name', '-amount', 'end', 'due']
  const dealSort = (n: number) => pick(dealSorts, Math.floor(n / 7))
  const days = (n: number) =>
    `${addDays(today, (n % 24) * 30 - 400)}..${addDays(today, (n % 24) * 30 - 400 + 30 * (1 + (n % 4)))}`
  return [
    kind('names of a question', (n) => async (db) => ({
      rows: await findNames(db, viewer, findNameTexts(pick(questions, n))),
    })),
    kind('athletes: first page', (n) => athletes({ sort: sort(n) })),
    kind('athletes: age', (n) =>
      athletes({ age: pick(['..<18', '18..21', '16..16', '25..', '>30..', '37..', '..14', '19..'], n), sort: sort(n) }),
    ),
    kind('athletes: born in a year', (n) =>
      athletes({ born: `${1990 + (n % 23)}-01-01..${1990 + (n % 23)}-12-31`, sort: sort(n) }),
    ),
    kind('athletes: minor', (n) => athletes({ minor: pick(['yes', 'no'], n), sort: sort(n) })),
    kind('athletes: minor and stage', (n) =>
      athletes({ minor: 'yes', stage: pick(['signed', 'recruiting'], n), sort: sort(n) }),
    ),
    kind('athletes: eligibility', (n) =>
      athletes({
        eligibility: pick(['eligible', 'pending', 'redshirt-year', 'not-eligible', 'exhausted'], n),
        sort: sort(n),
      }),
    ),
    kind('athletes: school', (n) => athletes({ school: pick(schools, n).toUpperCase(), sort: sort(n) })),
    kind('athletes: tall', (n) => athletes({ measurement: `height:>${195 + (n % 28)}..`, sort: sort(n) })),
    kind('athletes: any height', (n) => athletes({ measurement: `height:${160 + (n % 35)}..`, sort: sort(n) })),
    kind('athletes: fast', (n) =>
      athletes({ measurement: `forty-yard-dash:..<${(4.1 + (n % 10) / 10).toFixed(1)}`, sort: sort(n) }),
    ),
    kind('athletes: height and weight', (n) =>
      athletes({ measurement: `height:${185 + (n % 25)}..,weight:${90 + (n % 20)}..`, sort: sort(n) }),
    ),
    kind('athletes: tall, stage and sport', (n) =>
      athletes({ measurement: `height:>${190 + (n % 20)}..`, stage: 'recruiting', sport: 'basketball', sort: sort(n) }),
    ),
    kind('athletes: followers', (n) =>
      athletes({ followers: `${pick(['instagram', 'tiktok', 'x'], n)}:${10 ** (1 + (n % 5))}..`, sort: sort(n) }),
    ),
    kind('athletes: followers on any platform', (n) =>
      athletes({ followers: `any:${10 ** (2 + (n % 5))}..`, sort: sort(n) }),
    ),
    kind('athletes: guardian', (n) => athletes({ guardian: pick(['verified', 'confirmed'], n), sort: sort(n) })),
    kind('athletes: no confirmed guardian', (n) => athletes({ guardian: 'unconfirmed', minor: 'yes', sort: sort(n) })),
    kind('athletes: last contact', (n) => athletes({ contacted: `..<${addDays(today, -(n % 90))}`, sort: sort(n) })),
    kind('deals: first page', (n) => deals({ sort: dealSort(n) })),
    kind('deals: amount', (n) => deals({ amount: `USD:>${pick([1e5, 1e6, 1e7, 2e7, 5e7], n)}..`, sort: dealSort(n) })),
    kind('deals: amount and kind', (n) =>
      deals({ amount: `USD:${1e6}..${1e6 * (2 + (n % 9))}`, kind: 'nil', sort: dealSort(n) }),
    ),
    kind('deals: start', (n) => deals({ start: days(n), sort: dealSort(n) })),
    kind('deals: end', (n) => deals({ end: days(n), sort: dealSort(n) })),
    kind('deals: due', (n) => deals({ due: days(n), sort: dealSort(n) })),
    kind('deals: category', (n) =>
      deals({ category: pick(['apparel', 'food', 'crypto', 'travel'], n), sort: dealSort(n) }),
    ),
    kind('deals: exclusivity', (n) =>
      deals({ exclusivity: pick(['category', 'company', 'none'], n), sort: dealSort(n) }),
    ),
    kind('deals: category and exclusivity', (n) =>
      deals({ category: pick(['apparel', 'crypto'], n), exclusivity: 'category,company', sort: dealSort(n) }),
    ),
    kind('deals: amendment', (n) => deals({ amendment: pick(['draft', 'in-review'], n), sort: dealSort(n) })),
    kind('payments: amount', (n) =>
      payments({ amount: `>${pick([1e4, 1e5, 1e6, 2e6], n)}..`, sort: pick(['due', '-amount'], n) }),
    ),
    kind('payments: amount, late', (n) => payments({ amount: `${pick([1e4, 1e5, 1e6], n)}..`, state: 'late' })),
  ]
}

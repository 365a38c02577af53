import type { Level } from '@sherpa/contracts/athlete'
import type { CompanyKind } from '@sherpa/contracts/company'
import type {
  AgreementInput,
  ClubLeague,
  DealInput,
  Division,
  JudgedAgreement,
  JudgedAthlete,
  JudgedCompany,
  JudgedDeal,
  JudgedLicense,
  JudgedOrganization,
} from '@sherpa/contracts/compliance/judgment'
import { dayIn } from '@sherpa/contracts/days'
import type { DealTerms } from '@sherpa/contracts/deal'
import type { DealStage } from '@sherpa/contracts/deal-stage'
import type { ProductCategory } from '@sherpa/contracts/exclusivity'
import type { OrganizationKind } from '@sherpa/contracts/organization'
import type { SportId } from '@sherpa/contracts/sports'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowsOf } from '../../persistence/queries.ts'
import { athleteFacts, signingGuardians } from '../athletes/athletes.ts'
import { loadParents, publicCompanies } from '../companies/companies.ts'
import { loadAgreementsToJudge, loadVersionsToJudge } from '../deals/deals.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { type LoadDeclared, loadAssociations } from './associations.ts'
import { loadSettings } from './settings.ts'

/** Facts of other domains. Missing deals and people: nothing is known. */
export type OutsideFacts = {
  loadDeclared: LoadDeclared
  loadLicenses: (
    client: Queryable,
    organization: string,
    people: readonly string[],
  ) => Promise<ReadonlyMap<string, JudgedLicense[]>>
  /** What an athlete reported about a deal, the payor's attestation, and the versions that the school was told of. */
  loadReported: (
    client: Queryable,
    organization: string,
    deals: readonly string[],
  ) => Promise<
    ReadonlyMap<
      string,
      Partial<Pick<JudgedDeal, 'agreedOn' | 'amountUnknown' | 'attestation'>> & { disclosedVersions?: number[] }
    >
  >
}

export type Subject = { deal: string; number: number } | { agreement: string }
export type JudgedSubject = {
  subject: Subject
  /** Open: judged again when something changes. */
  isOpen: boolean
  input: DealInput | AgreementInput
}

const openStages: ReadonlySet<DealStage> = new Set(['in-review', 'approved', 'signed', 'active'])
const withoutEffect: ReadonlySet<DealStage> = new Set(['draft', 'declined', 'expired'])

/** Everything that rules may know about the deals and agreements of an athlete. */
export async function loadSubjects(
  client: Queryable,
  organization: string,
  athlete: string,
  { now, loadLicenses, loadReported, loadDeclared }: OutsideFacts & { now: Date },
): Promise<JudgedSubject[]> {
  const judgedOrganization = await loadOrganization(client, organization)
  const { zone } = judgedOrganization
  const shared = {
    athlete: await loadAthlete(client, organization, athlete),
    organization: judgedOrganization,
    today: dayIn(now.toISOString(), zone),
    now: now.toISOString(),
  }
  const versions = await loadVersionsToJudge(client, organization, athlete)
  const companyIds = [...new Set(versions.map(({ companyId }) => companyId))]
  const companies = await loadCompanies(client, organization, companyIds, loadDeclared)
  const reported = await loadReported(client, organization, [...new Set(versions.map(({ id }) => id))])
  const agreements = await loadAgreements(client, organization, athlete, zone, loadLicenses)
  const deals = versions.map((version) => {
    const { id, kind, terms, signedAt, signed, enteredOn, signedByGuardian, isInForce, number } = version
    const { agreedOn = null, disclosedVersions = [], ...known } = reported.get(id) ?? {}
    const isAmendment = !isInForce && versions.some((one) => one.id === id && one.isInForce)
    const deal: JudgedDeal = {
      id,
      kind,
      // An amendment is not signed yet, whatever the deal is.
      stage: isInForce ? version.stage : stageOfVersion(version),
      company: companies.get(version.companyId) as JudgedCompany,
      terms,
      agreedOn: signedAt ? dayIn(signedAt.toISOString(), zone) : (enteredOn ?? (isAmendment ? null : agreedOn)),
      ...(signed.length > 0 && { agreed: listAgreed(signed, agreedOn, zone) }),
      amountUnknown: false,
      attestation: null,
      ...known,
      signedByGuardian,
      disclosedToSchool: disclosedVersions.includes(number),
    }
    return { deal, number, isInForce }
  })
  /** One per deal: the version in force, else the newest. */
  const effective = deals.filter(
    ({ deal, isInForce }) =>
      !withoutEffect.has(deal.stage) && (isInForce || !deals.some((one) => one.isInForce && one.deal.id === deal.id)),
  )
  return [
    ...deals.map(({ deal, number }): JudgedSubject => {
      const otherDeals = effective.map((one) => one.deal).filter(({ id }) => id !== deal.id)
      const agreement = chooseAgreement(agreements, deal, shared.today)
      return {
        subject: { deal: deal.id, number },
        isOpen: openStages.has(deal.stage),
        input: { subject: 'deal', deal, otherDeals, agreement, ...shared },
      }
    }),
    ...agreements.map(
      (agreement): JudgedSubject => ({
        subject: { agreement: agreement.id },
        isOpen: !agreement.endsOn || agreement.endsOn >= shared.today,
        input: { subject: 'agreement', agreement, ...shared },
      }),
    ),
  ]
}

/** Signed versions by day. The first counts from the day on which the athlete says that they agreed, if it is earlier. */
function listAgreed(signed: readonly { signedAt: Date; terms: DealTerms }[], reportedOn: string | null, zone: string) {
  return signed.map(({ signedAt, terms }, index) => {
    const on = dayIn(signedAt.toISOString(), zone)
    return { on: index === 0 && reportedOn && reportedOn < on ? reportedOn : on, terms }
  })
}

/** Stages of a version that is not in force, as those of a deal. */
function stageOfVersion({ versionStage }: { versionStage: string }): DealStage {
  return versionStage === 'withdrawn' ? 'expired' : (versionStage as DealStage)
}

/** In force today for this kind of deal, else the one that was signed last. */
function chooseAgreement(agreements: readonly JudgedAgreement[], { kind }: JudgedDeal, today: string) {
  const inForce = agreements.find(
    ({ scope, startsOn, endsOn }) => scope.includes(kind) && startsOn <= today && (!endsOn || endsOn >= today),
  )
  const signed = agreements
    .filter(({ signedOn }) => signedOn !== null)
    .toSorted((one, other) => ((one.signedOn ?? '') < (other.signedOn ?? '') ? 1 : -1))
  return inForce ?? signed[0] ?? null
}

async function loadOrganization(client: Queryable, organization: string): Promise<JudgedOrganization> {
  const { kind, time_zone } = await oneRowOf(
    client,
    query.selectFrom(publicOrganizations.as('o')).select(['kind', 'time_zone']).where('id', '=', organization),
  )
  const { sponsors } = await loadSettings(client, organization)
  return {
    kind: kind as OrganizationKind,
    zone: time_zone,
    sponsors: sponsors?.map(({ companyId, name, category }) => ({ company: companyId ?? name, category })) ?? null,
  }
}

async function loadAthlete(client: Queryable, organization: string, athlete: string): Promise<JudgedAthlete> {
  const row = await oneRowOf(
    client,
    query
      .selectFrom(athleteFacts.as('a'))
      .leftJoin('athlete_compliance as x', (join) =>
        join.onRef('x.organization_id', '=', 'a.organization_id').onRef('x.athlete_id', '=', 'a.id'),
      )
      .leftJoin(publicCompanies.as('s'), (join) =>
        join
          .onRef('s.organization_id', '=', 'x.organization_id')
          .onRef('s.id', '=', 'x.school_id')
          .on('s.removed_at', 'is', null),
      )
      .leftJoin('company_compliance as c', (join) =>
        join.onRef('c.organization_id', '=', 's.organization_id').onRef('c.company_id', '=', 's.id'),
      )
      .select(['a.id', 'a.birth_date as birthDate', 'a.level', 'a.sport', 'a.state', 'a.country'])
      .select(['a.class_year as classYear', 'x.division', 'x.enrolled_on as enrolledOn'])
      .select(['x.junior_year_on as juniorYearOn', 's.id as schoolId', 's.name as schoolName'])
      .select(['c.state as schoolState', 'c.director_email as directorEmail'])
      .where('a.organization_id', '=', organization)
      .where('a.id', '=', athlete)
      .$narrowType<{ level: Level; sport: SportId | null; division: Division | null }>(),
  )
  const { schoolId, schoolName, schoolState, directorEmail, ...facts } = row
  const guardians = await signingGuardians(client, organization, athlete)
  return {
    ...facts,
    school: schoolId
      ? { id: schoolId, name: schoolName ?? '', state: schoolState, athleticDirectorEmail: directorEmail }
      : null,
    hasGuardian: guardians.length > 0,
  }
}

async function loadCompanies(
  client: Queryable,
  organization: string,
  ids: readonly string[],
  loadDeclared: LoadDeclared,
) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom(publicCompanies.as('c'))
      .leftJoin('company_compliance as x', (join) =>
        join.onRef('x.organization_id', '=', 'c.organization_id').onRef('x.company_id', '=', 'c.id'),
      )
      .select(['c.id', 'c.name', 'c.kind', 'c.category', 'x.league', 'x.country'])
      .where('c.organization_id', '=', organization)
      .where(sql<boolean>`c.id = any(${ids}::uuid[])`)
      .$narrowType<{ kind: CompanyKind; category: ProductCategory | null; league: ClubLeague | null }>(),
  )
  const parents = await loadParents(client, organization, ids)
  const associations = await loadAssociations(client, organization, ids, loadDeclared)
  return new Map(
    rows.map((row): [string, JudgedCompany] => {
      const found = associations.get(row.id)
      const reasons = [...(found?.reasons ?? [])]
      const ofOthers = reasons.flatMap(([school, { text, isOwn }]) => (isOwn ? [] : [[school, text]]))
      const ofParents = (parents.get(row.id) ?? []).map(({ of: _, ...parent }) => parent)
      const company: JudgedCompany = {
        ...row,
        owner: ofParents.at(-1)?.id ?? row.id,
        ...(ofParents.length > 0 && { parents: ofParents }),
        associatedSchools: found?.isChecked || reasons.length > 0 ? reasons.map(([school]) => school).toSorted() : null,
        rightsPartnerOf: [...(found?.rightsPartnerOf ?? [])].toSorted(),
        ...(ofOthers.length > 0 && { associationReasons: Object.fromEntries(ofOthers) }),
      }
      return [row.id, company]
    }),
  )
}

async function loadAgreements(
  client: Queryable,
  organization: string,
  athlete: string,
  zone: string,
  loadLicenses: OutsideFacts['loadLicenses'],
): Promise<JudgedAgreement[]> {
  const rows = await loadAgreementsToJudge(client, organization, athlete)
  const licenses = await loadLicenses(client, organization, [
    ...new Set(rows.flatMap(({ agents }) => agents.map(({ id }) => id))),
  ])
  return rows.map(({ signedAt, isExact, agents, ...row }) => ({
    ...row,
    signedAt: isExact ? (signedAt?.toISOString() ?? null) : null,
    signedOn: signedAt && dayIn(signedAt.toISOString(), zone),
    agents: agents.map((agent) => ({ ...agent, licenses: licenses.get(agent.id) ?? [] })),
  }))
}

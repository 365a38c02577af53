import { sql } from 'kysely'
import { type ArchivePart, nameOfPerson as by, moneyPart } from '../../persistence/archive-part.ts'
import { query } from '../../persistence/queries.ts'
import { publicCompanies } from '../companies/companies.ts'

export const complianceExportParts: ArchivePart[] = [
  {
    name: 'athlete-compliance',
    about: 'Division, enrollment, NCAA ID and school of athletes.',
    needs: 'athletes.sensitive',
    rows: (organization) =>
      sql`select athlete_id as "athleteId", division, enrolled_on as "enrolledOn", junior_year_on as "juniorYearOn",
        ncaa_id as "ncaaId", school_id as "schoolId" from athlete_compliance where organization_id = ${organization}`.compile(
        query,
      ),
  },
  {
    name: 'company-compliance',
    about:
      'States and athletic directors of schools, leagues and countries of clubs, and whether associations of companies were checked.',
    needs: 'deals.view',
    rows: (organization) =>
      sql`select c.company_id as "companyId", c.state, c.director_name as "directorName", c.director_email as "directorEmail",
        c.league, c.country,
        c.associations_checked_at as "checkedAt", ${by('associations_checked_by')} as "checkedBy"
        from company_compliance c where c.organization_id = ${organization}`.compile(query),
  },
  {
    name: 'company-associations',
    about: 'Companies that are associated with schools.',
    needs: 'deals.view',
    rows: (organization) =>
      sql`select c.company_id as "companyId", c.school_id as "schoolId", c.reason, c.source, c.is_rights_partner as "isRightsPartner",
        c.added_at as "addedAt",
        ${by('added_by')} as "addedBy" from company_associations c where c.organization_id = ${organization}`.compile(
        query,
      ),
  },
  {
    name: 'school-sponsors',
    about: 'Listed sponsors of the school.',
    needs: 'deals.view',
    rows: (organization) =>
      sql`select s.company_id as "companyId", coalesce(c.name, s.name) as name, s.category from school_sponsors s
        left join ${publicCompanies} c on c.organization_id = s.organization_id and c.id = s.company_id
        where s.organization_id = ${organization}`.compile(query),
  },
  {
    name: 'compliance-settings',
    about: 'When the sponsors were listed, and blocking rules that only warn.',
    needs: 'deals.view',
    rows: (organization) =>
      sql`select c.sponsors_listed_at as "sponsorsListedAt", ${by('sponsors_listed_by')} as "sponsorsListedBy",
        c.rules_off as "rulesOff" from compliance_settings c where c.organization_id = ${organization}`.compile(query),
  },
  moneyPart(
    'verdicts',
    'What compliance rules said about deals and agreements, with rule version and hash of the input. Information, not legal advice.',
    (organization) =>
      sql`select deal_id as "dealId", number, agreement_id as "agreementId", rule, rule_version as "ruleVersion", state, sentence,
        todo, missing, due_on as "dueOn", due_at as "dueAt", encode(input_hash, 'hex') as "inputHash", since,
        judged_at as "judgedAt", superseded_at as "supersededAt" from verdicts where organization_id = ${organization}
        order by since, id`,
  ),
  {
    name: 'verdict-answers',
    about: 'Why blocked versions of deals were approved nevertheless. Allowed conflicts are with the versions.',
    needs: 'deals.view',
    rows: (organization) =>
      sql`select c.deal_id as "dealId", c.number, c.rule, c.rule_version as "ruleVersion", c.reason, c.answered_at as "answeredAt",
        ${by('answered_by')} as "answeredBy" from verdict_answers c where c.organization_id = ${organization}
        order by c.answered_at, c.id`.compile(query),
  },
]

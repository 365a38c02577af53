import { companyKinds } from '@sherpa/contracts/company'
import type { Queryable } from '../../persistence/database.ts'

type Known = { searched: string; id: string; name: string; kind: keyof typeof companyKinds; isSame: boolean }

const MOST_CANDIDATES = 5

/** Companies with these names, apart from legal forms such as "Inc.". Candidates have similar names. */
export async function findCompaniesByName(client: Queryable, organization: string, names: readonly string[]) {
  const { rows } = await client.query<Known>(
    `select x.name as searched, c.id, c.name, c.kind, c.core = company_core(x.name) as "isSame"
     from unnest($2::text[]) as x(name) cross join lateral (
       (select id, name, kind, core, folded from companies
        where organization_id = $1 and removed_at is null and core = company_core(x.name) limit $3)
       union
       (select id, name, kind, core, folded from companies
        where organization_id = $1 and removed_at is null and length(split_part(fold(x.name), ' ', 1)) > 3
          and folded >= ' ' || split_part(fold(x.name), ' ', 1)
          and folded < ' ' || split_part(fold(x.name), ' ', 1) || '~'
          and word_similarity(fold(x.name), folded) >= 0.6 order by folded, id limit $3)) c
     order by c.folded, c.id`,
    [organization, names, MOST_CANDIDATES],
  )
  const bySearched = Map.groupBy(rows, ({ searched }) => searched)
  return new Map(
    names.map((name) => {
      const found = bySearched.get(name) ?? []
      const toFound = ({ id, name, kind }: Known) => ({ id, name, about: companyKinds[kind] })
      return [
        name,
        {
          exact: found.filter(({ isSame }) => isSame).map(toFound),
          similar: found.slice(0, MOST_CANDIDATES).map(toFound),
        },
      ] as const
    }),
  )
}

/** Companies that were added by name, unless someone has changed them since. The ledger may refer to them. */
export async function hideUnusedCompanies(client: Queryable, organization: string, ids: readonly string[]) {
  await client.query(
    `update companies c set removed_at = now() where c.organization_id = $1 and c.id = any($2::uuid[])
       and c.removed_at is null and c.version = 1
       and not exists (select from company_contacts x where x.organization_id = $1 and x.company_id = c.id)
       and not exists (select from company_timeline t where t.organization_id = $1 and t.company_id = c.id)
       and not exists (select from companies x where x.organization_id = $1 and x.parent_id = c.id)`,
    [organization, ids],
  )
}

import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'

type Days = { program: string; startsOn: string; endsOn: string | null }
export type UnitedDays = { before: Days[]; after: Days[] }

/** Gives the survivor of a merge the days of both records. Overlapping days of one program are joined. */
export async function uniteProgramDays(
  client: Queryable,
  organization: string,
  from: string,
  to: string,
): Promise<UnitedDays> {
  const [before, other] = [await loadDays(client, organization, to), await loadDays(client, organization, from)]
  const after = joinOverlaps([...before, ...other])
  await replaceDays(client, organization, to, { before, after })
  return { before, after }
}

/** Undoes it, unless the days changed since. */
export async function separateProgramDays(
  client: Queryable,
  organization: string,
  athlete: string,
  { before, after }: UnitedDays,
) {
  const present = await loadDays(client, organization, athlete)
  if (areSame(present, after)) {
    await replaceDays(client, organization, athlete, { before: present, after: before })
  }
}

/** Stored days have their fields in another order. */
const areSame = (some: Days[], others: Days[]) => toText(some) === toText(others)
const toText = (all: Days[]) => all.map(({ program, startsOn, endsOn }) => `${program} ${startsOn} ${endsOn}`).join()

const FAR_FUTURE = '9999-12-31'

function joinOverlaps(all: Days[]): Days[] {
  const joined: Days[] = []
  for (const days of all.toSorted(compare)) {
    const last = joined.at(-1)
    if (last?.program !== days.program || days.startsOn > (last.endsOn ?? FAR_FUTURE)) joined.push({ ...days })
    else if ((days.endsOn ?? FAR_FUTURE) > (last.endsOn ?? FAR_FUTURE)) last.endsOn = days.endsOn
  }
  return joined
}

const compare = (one: Days, other: Days) =>
  `${one.program} ${one.startsOn}` < `${other.program} ${other.startsOn}` ? -1 : 1

async function loadDays(client: Queryable, organization: string, athlete: string): Promise<Days[]> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('program_athletes')
      .select(['program_id as program', 'starts_on as startsOn', 'ends_on as endsOn'])
      .where('organization_id', '=', organization)
      .where('athlete_id', '=', athlete),
  )
  return rows.toSorted(compare)
}

async function replaceDays(client: Queryable, organization: string, athlete: string, { before, after }: UnitedDays) {
  if (areSame(before, after)) return
  await run(
    client,
    query.deleteFrom('program_athletes').where('organization_id', '=', organization).where('athlete_id', '=', athlete),
  )
  const insertion = sql`insert into program_athletes (organization_id, program_id, athlete_id, starts_on, ends_on)
    select ${organization}::uuid, program, ${athlete}::uuid, "startsOn", "endsOn"
    from jsonb_to_recordset(${JSON.stringify(after)}::jsonb) as x (program uuid, "startsOn" date, "endsOn" date)`
  await run(client, insertion)
}

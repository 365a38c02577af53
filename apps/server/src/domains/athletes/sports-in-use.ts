import { type SportId, sportIds } from '@sherpa/contracts/sports'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'

/** Sports that forms and filters of an organization offer. */
export function createSportsInUseService(database: Database) {
  return {
    async list(organization: string): Promise<{ sports: SportId[] }> {
      const rows = await rowsOf(
        database,
        query
          .selectFrom('sports_in_use')
          .select('sport')
          .where('organization_id', '=', organization)
          .$narrowType<{ sport: SportId }>(),
      )
      const chosen = rows.map(({ sport }) => sport)
      return { sports: chosen.length > 0 ? sportIds.filter((sport) => chosen.includes(sport)) : sportIds }
    },

    async set(organization: string, sports: readonly SportId[]) {
      await inTransaction(database, async (client) => {
        await run(client, query.deleteFrom('sports_in_use').where('organization_id', '=', organization))
        const rows = [...new Set(sports)].map((sport) => ({ organization_id: organization, sport }))
        if (rows.length > 0) await run(client, query.insertInto('sports_in_use').values(rows))
      })
    },
  }
}
export type SportsInUse = ReturnType<typeof createSportsInUseService>

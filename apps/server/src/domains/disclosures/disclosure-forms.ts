import type { DisclosureForm, DisclosureFormChange } from '@sherpa/contracts/disclosure'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { lockOrganization } from '../organizations/organizations.ts'
import { arrangeForm, type FormKind, isFormKind } from './build-packet.ts'
import type { Viewer } from './disclosure-access.ts'
import { loadForm } from './disclosure-record.ts'

/** Labels and order of the fields, as the authority's form has them. */
export function createFormService(database: Database) {
  async function load(client: Queryable, organization: string, kind: FormKind): Promise<DisclosureForm> {
    const { fields, version } = await loadForm(client, organization, kind)
    return { fields: arrangeForm(kind, fields).map(({ key, label }) => ({ key, label })), version }
  }

  function requireKind(kind: string): FormKind {
    if (!isFormKind(kind)) throw new Refusal('not-found')
    return kind
  }

  return {
    load: ({ member }: Viewer, kind: string) => load(database, member.organization, requireKind(kind)),

    change: ({ person, member }: Viewer, kind: string, { version, fields }: DisclosureFormChange) =>
      inTransaction(database, async (client) => {
        const { organization } = member
        const known = requireKind(kind)
        await lockOrganization(client, organization)
        const present = await load(client, organization, known)
        if (present.version !== version) throw new Refusal('changed-meanwhile', { present })
        await run(
          client,
          query
            .insertInto('disclosure_forms')
            .values({ organization_id: organization, kind: known, fields: JSON.stringify(fields) })
            .onConflict((same) =>
              same
                .columns(['organization_id', 'kind'])
                .doUpdateSet({ fields: JSON.stringify(fields), version: sql<number>`disclosure_forms.version + 1` }),
            ),
        )
        await recordEvent(client, { event: 'disclosure-form-changed', actor: person.id, organization, details: known })
        return load(client, organization, known)
      }),
  }
}
export type DisclosureForms = ReturnType<typeof createFormService>

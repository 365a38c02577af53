import { athletesApi } from '@sherpa/api-client/athletes'
import { companiesApi } from '@sherpa/api-client/companies'
import type { LogEntry, NewNote, NoteChange } from '@sherpa/contracts/contact-log'
import { useOrganization } from '../../frame/account-context.ts'

/** The record that a log belongs to. */
export type LogTarget = {
  record: 'athlete' | 'company'
  id: string
  name: string
  /** Contacts that the reader may see. */
  contacts: readonly { id: string; name: string }[]
}

/** The calls of the API for notes of this record. */
export function useLogCalls({ record, id }: Pick<LogTarget, 'record' | 'id'>) {
  const { id: organization } = useOrganization()
  const [addToAthlete] = athletesApi.useAddNoteMutation()
  const [changeOfAthlete] = athletesApi.useChangeNoteMutation()
  const [removeFromAthlete] = athletesApi.useRemoveNoteMutation()
  const [addToCompany] = companiesApi.useAddCompanyNoteMutation()
  const [changeOfCompany] = companiesApi.useChangeCompanyNoteMutation()
  const [removeFromCompany] = companiesApi.useRemoveCompanyNoteMutation()
  if (record === 'athlete') {
    const of = { organization, athlete: id }
    return {
      add: (body: NewNote) => addToAthlete({ ...of, body }).unwrap(),
      change: (note: string, body: NoteChange) =>
        changeOfAthlete({ ...of, note, body }).unwrap() as unknown as Promise<LogEntry>,
      remove: (note: string) => removeFromAthlete({ ...of, note }).unwrap(),
    }
  }
  const of = { organization, company: id }
  return {
    add: (body: NewNote) => addToCompany({ ...of, body }).unwrap(),
    change: (companyNote: string, body: NoteChange) => changeOfCompany({ ...of, companyNote, body }).unwrap(),
    remove: (companyNote: string) => removeFromCompany({ ...of, companyNote }).unwrap(),
  }
}

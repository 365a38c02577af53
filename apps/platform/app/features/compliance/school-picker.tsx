import { companiesApi } from '@sherpa/api-client/companies'
import { Button } from '@sherpa/ui/button'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { CompanyPicker } from '../companies/company-picker.tsx'

type School = { id: string; name: string }

/** Chooses a school among the companies. A suggested one is linked, or added first. */
export function SchoolPicker({
  label,
  suggestion,
  none,
  onChoose,
}: {
  label: string
  suggestion?: { name: string; company: School | null } | null
  none?: string
  onChoose: (school: School | null) => void
}) {
  const { id: organization, may } = useOrganization()
  const [add] = companiesApi.useAddCompanyMutation()
  const { run, busy } = useAction()

  async function linkSuggested({ name, company }: { name: string; company: School | null }) {
    const { id } = company ?? (await add({ organization, body: { name, kind: 'school' } }).unwrap())
    onChoose({ id, name })
  }

  return (
    <div className="flex flex-col gap-2">
      {suggestion && (suggestion.company || may('deals.edit')) && (
        <Button look="secondary" size="small" busy={busy} onClick={() => void run(() => linkSuggested(suggestion))}>
          {suggestion.company ? 'Link' : 'Add'} {suggestion.name}
        </Button>
      )}
      <CompanyPicker label={label} kind="school" except={() => false} {...(none && { none })} onChoose={onChoose} />
    </div>
  )
}

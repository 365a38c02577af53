import { Checkbox } from '@sherpa/ui/choice'
import { useOrganization } from '../../frame/account-context.ts'
import { usePrograms } from './use-programs.ts'

/** Programs of an invited person. Hidden in organizations without programs. */
export function ProgramChoices({ chosen, onChange }: { chosen: string[]; onChange: (chosen: string[]) => void }) {
  const { may } = useOrganization()
  const programs = usePrograms()
  if (!may('athletes.all') || programs.length === 0) return null
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 text-sm font-medium text-ink">
        Programs <span className="font-normal text-grey">(optional)</span>
      </legend>
      <div className="flex max-h-48 flex-col gap-2 overflow-y-auto">
        {programs.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          >
            {name}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

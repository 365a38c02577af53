import { type OrganizationKind, organizationKinds } from '@sherpa/contracts/organization'
import { RadioCard } from '@sherpa/ui/choice'
import { useId } from 'react'
import { TextField } from '../../../forms/text-field.tsx'

const explanations: Record<OrganizationKind, string> = {
  agency: 'Represents athletes: contracts, deals and sponsorships.',
  team: 'One program and its roster.',
  'athletic-department': 'Several programs of a school.',
  collective: 'Brings NIL opportunities to athletes.',
}

/** Name and type of a new organization. */
export function OrganizationFields({ errors }: { errors: ReadonlyMap<string, string> }) {
  const id = useId()
  const kindError = errors.get('kind')
  return (
    <>
      <TextField name="name" label="Name" autoComplete="organization" maxLength={120} errors={errors} />
      <fieldset aria-describedby={kindError && id} className="min-w-0">
        <legend className="text-sm font-semibold text-ink">Organization type</legend>
        <div className="mt-2 grid gap-3 sm:grid-cols-2">
          {(Object.keys(organizationKinds) as OrganizationKind[]).map((one) => (
            <RadioCard
              key={one}
              name="kind"
              value={one}
              aria-invalid={kindError ? true : undefined}
              title={organizationKinds[one]}
            >
              {explanations[one]}
            </RadioCard>
          ))}
        </div>
        {kindError && (
          <p id={id} className="mt-1.5 text-sm font-medium text-error">
            {kindError}
          </p>
        )}
      </fieldset>
    </>
  )
}

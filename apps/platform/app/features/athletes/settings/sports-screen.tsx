import { athletesApi } from '@sherpa/api-client/athletes'
import { sportsInUse } from '@sherpa/contracts/athlete'
import { type SportId, sportIds, sportNames } from '@sherpa/contracts/sports'
import { Checkbox } from '@sherpa/ui/choice'
import { showToast } from '@sherpa/ui/toast-area'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SaveBar } from '../../../forms/save-bar.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'

export function Component() {
  const { id: organization, name } = useOrganization()
  const inUse = athletesApi.useSportsInUseQuery({ organization })
  return (
    <>
      <ScreenHeading
        title="Sports"
        within={name}
        lead="Forms and filters list your sports first. If you choose none, all sports are listed equally."
      />
      <Loaded query={inUse}>{({ sports }) => <SportsForm inUse={sports} />}</Loaded>
    </>
  )
}

function SportsForm({ inUse }: { inUse: readonly SportId[] }) {
  const { id: organization } = useOrganization()
  const [setSportsInUse] = athletesApi.useSetSportsInUseMutation()
  // All sports means that none was chosen.
  const chosen = inUse.length === sportIds.length ? [] : inUse
  const { failureText, busy, formProps } = useForm({
    schema: sportsInUse,
    read: (typed) => ({ sports: sportIds.filter((sport) => Object.hasOwn(typed, sport)) }),
    async send(body) {
      await setSportsInUse({ organization, body }).unwrap()
      showToast('success', 'Sports saved.')
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <FormMessage failure={failureText} />
      <fieldset>
        <legend className="sr-only">Your sports</legend>
        <div className="grid gap-x-6 gap-y-3 max-md:gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
          {sportIds.map((sport) => (
            <Checkbox key={sport} name={sport} defaultChecked={chosen.includes(sport)}>
              {sportNames[sport]}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <SaveBar busy={busy} />
    </form>
  )
}

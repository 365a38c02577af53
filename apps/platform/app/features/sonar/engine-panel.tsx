import { sonarApi } from '@sherpa/api-client/sonar'
import { Checkbox } from '@sherpa/ui/choice'
import { Panel } from '@sherpa/ui/panel'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'

/** Lets an AI read what the rules of Sonar leave over. Only if this server has one; only owners change it. */
export function EnginePanel() {
  const { id: organization, role } = useOrganization()
  const { currentData: setting } = sonarApi.useSonarEngineQuery({ organization })
  const [set] = sonarApi.useSetSonarEngineMutation()
  const { busy, run } = useAction()
  if (!setting?.available || role !== 'owner') return null
  const done = setting.on ? 'AI in Sonar was turned off.' : 'AI in Sonar was turned on.'
  return (
    <Panel title="Sonar">
      <Checkbox
        checked={setting.on}
        aria-disabled={busy}
        onChange={() => run(() => set({ organization, body: { on: !setting.on } }).unwrap(), done)}
      >
        Let an AI read words that Sonar doesn’t know
        <span className="block text-xs text-grey">
          It receives the question without names of your records, and no data. Its readings are marked.
        </span>
      </Checkbox>
    </Panel>
  )
}

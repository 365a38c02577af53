import { viewsApi } from '@sherpa/api-client/views'
import type { SonarAnswer } from '@sherpa/contracts/sonar/answer'
import { viewScreens, type WatchableList } from '@sherpa/contracts/view'
import { buttonClass } from '@sherpa/ui/button'
import { Checkbox } from '@sherpa/ui/choice'
import { Dialog } from '@sherpa/ui/dialog'
import { showToast } from '@sherpa/ui/toast-area'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { inOrder } from '../../list/list-address.ts'
import { ViewForm } from '../../list/saved-views.tsx'
import { withoutQuestion } from './without-question.ts'

/** Saves the list as a view with its question, and with a daily alert if wanted. */
export function SaveSearchButton({ question, target }: { question: string; target: SonarAnswer['target'] }) {
  const { id: organization } = useOrganization()
  const [search] = useSearchParams()
  const [saveView] = viewsApi.useSaveViewMutation()
  const [open, setOpen] = useState(false)
  const [isAlert, setAlert] = useState(false)
  const address = inOrder(withoutQuestion(search))
  const close = () => setOpen(false)
  if (!isSaveable(target) || !address) return null
  return (
    <>
      <button type="button" className={buttonClass({ look: 'secondary', size: 'small' })} onClick={() => setOpen(true)}>
        <ToolIcon name="plus" />
        <span>
          Save<span className="max-md:sr-only"> search</span>
        </span>
      </button>
      <Dialog open={open} title="Save search" onClose={close}>
        <ViewForm
          name={question.slice(0, 60)}
          withSharing
          send={async (details) => {
            // A server of the previous release refuses `alert`, so it is sent only if wanted.
            const body = { list: target, address, question, ...details, ...(isAlert && { alert: true }) }
            await saveView({ organization, body }).unwrap()
            close()
            showToast('success', `${details.name} was saved.`)
          }}
          onCancel={close}
        >
          <p className="text-sm">Saves the filters as they are now, with your question. You find it above the list.</p>
          <Checkbox checked={isAlert} onChange={({ target: box }) => setAlert(box.checked)}>
            Mail me new results each morning
            <span className="block text-xs text-grey">At 7:00 AM, only if there are any. The mail has no amounts.</span>
          </Checkbox>
        </ViewForm>
      </Dialog>
    </>
  )
}

const isSaveable = (target: SonarAnswer['target']): target is WatchableList & SonarAnswer['target'] =>
  target !== null && Object.hasOwn(viewScreens, target)

import { sonarApi } from '@sherpa/api-client/sonar'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link } from 'react-router'
import { Ago } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { questionAddress } from './question-address.ts'

/** The reader's own questions. Each can be asked again or deleted. */
export default function HistoryDialog({ onClose }: { onClose: () => void }) {
  const { id: organization } = useOrganization()
  const history = sonarApi.useSearchHistoryQuery({ organization })
  const [forget] = sonarApi.useForgetSearchMutation()
  const [forgetAll] = sonarApi.useForgetSearchesMutation()
  const { busy, run } = useAction()
  return (
    <Dialog open title="Your questions" onClose={onClose}>
      <p className="text-sm">Only you see them. Sonar keeps the newest 200 for 12 months.</p>
      <Loaded query={history}>
        {({ searches }) =>
          searches.length === 0 ? (
            <p className="text-sm text-grey">No questions yet</p>
          ) : (
            <>
              <ul className="divide-y divide-line-soft">
                {searches.map(({ id, question, askedAt }) => (
                  <li key={id} className="flex items-center gap-3 py-1.5 text-sm">
                    <Link
                      to={questionAddress(organization, question)}
                      onClick={onClose}
                      className="touch-area min-w-0 flex-1 break-words text-glacier-deep hover:underline"
                    >
                      {question}
                    </Link>
                    <span className="shrink-0 text-xs text-grey">
                      <Ago at={askedAt} />
                    </span>
                    <button
                      type="button"
                      onClick={() => run(() => forget({ organization, search: id }).unwrap())}
                      className="grid size-7 shrink-0 cursor-pointer place-items-center rounded-sm text-grey hover:bg-quiet hover:text-ink max-md:size-11"
                    >
                      <ToolIcon name="close" />
                      <span className="sr-only">Delete “{question}”</span>
                    </button>
                  </li>
                ))}
              </ul>
              <Button
                look="danger"
                size="small"
                busy={busy}
                className="self-start"
                onClick={() => run(() => forgetAll({ organization }).unwrap(), 'Your questions were deleted.')}
              >
                Delete all
              </Button>
            </>
          )
        }
      </Loaded>
    </Dialog>
  )
}

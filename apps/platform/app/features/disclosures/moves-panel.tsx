import { disclosuresApi } from '@sherpa/api-client/disclosures'
import { upload } from '@sherpa/api-client/upload'
import type { Disclosure } from '@sherpa/contracts/disclosure'
import { disclosureOperations } from '@sherpa/contracts/disclosure-operations'
import { type DisclosureMove, disclosureMoves } from '@sherpa/contracts/disclosure-state'
import { Button } from '@sherpa/ui/button'
import { controlClass, Field } from '@sherpa/ui/field'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { Moment } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useAppDispatch } from '../../store.ts'
import { unwatched } from './unwatched.ts'

const labels: Partial<Record<DisclosureMove, string>> = {
  clear: 'Record: cleared',
  flag: 'Record: flagged',
  refuse: 'Record: not cleared',
  arbitrate: 'Record: in arbitration',
}

/** Proof and the next steps. */
export function MovesPanel({ disclosure }: { disclosure: Disclosure }) {
  const { id: organization, may } = useOrganization()
  const { id, version, kind, moves, files, confirmation, notice, comment, packet } = disclosure
  const dispatch = useAppDispatch()
  const [move] = disclosuresApi.useMoveDisclosureMutation()
  const [openFile] = disclosuresApi.useDisclosureFileAddressMutation()
  const [number, setNumber] = useState('')
  const { busy, run } = useAction()
  const isNotice = kind === 'school-72h'
  const submits = moves.includes('submit')
  /** Known before the server is asked. */
  function problemOf(name: DisclosureMove) {
    if (name === 'prepare' && packet.filled < packet.fields.length)
      return 'Some fields of the packet are empty. Complete them first.'
    const hasProof = number.trim() !== '' || files.length > 0
    return name === 'submit' && !hasProof
      ? 'Add a confirmation number or a file as proof of the submission first.'
      : undefined
  }
  const perform = (name: DisclosureMove) => {
    const problem = problemOf(name)
    if (problem) return showToast('error', problem)
    return run(() =>
      move({
        organization,
        disclosure: id,
        body: { version, move: name, ...(name === 'submit' && number.trim() && { confirmation: number.trim() }) },
      }).unwrap(),
    )
  }
  const others = moves.filter((name) => name !== 'submit')
  return (
    <>
      <Panel title="Proof" actions={submits && <span className="text-sm text-grey">One is required</span>}>
        <div className="flex flex-col gap-3 text-sm">
          {confirmation && <p>Confirmation number {confirmation}</p>}
          {notice && (
            <p>
              Mail to {notice.to}:{' '}
              {notice.mail === 'sent' ? 'delivered' : notice.mail === 'failed' ? 'not delivered' : 'being sent'}
              {notice.at && (
                <>
                  , <Moment at={notice.at} />
                </>
              )}
            </p>
          )}
          <ul className="flex flex-col gap-1">
            {files.map((file) => (
              <li key={file.id}>
                {may('money.view') ? (
                  <button
                    type="button"
                    className={textLinkClass}
                    onClick={() =>
                      run(async () => {
                        const { address } = await openFile({
                          organization,
                          disclosure: id,
                          disclosureFile: file.id,
                        }).unwrap()
                        window.open(address, '_blank', 'noopener')
                      })
                    }
                  >
                    {file.name}
                  </button>
                ) : (
                  file.name
                )}
              </li>
            ))}
          </ul>
          {submits && !isNotice && (
            <Field label="Confirmation number">
              {(control) => (
                <input
                  {...control}
                  value={number}
                  maxLength={120}
                  autoComplete="off"
                  onChange={({ target }) => setNumber(target.value)}
                  className={controlClass}
                />
              )}
            </Field>
          )}
          {moves.length > 0 && may('money.view') && (
            <Field label="File">
              {(control) => (
                <input
                  {...control}
                  type="file"
                  disabled={busy}
                  className={controlClass}
                  onChange={({ target }) => {
                    const [file] = target.files ?? []
                    if (!file) return
                    const input = { organization, disclosure: id, query: { name: file.name }, body: file }
                    void run(
                      () => dispatch(upload(disclosureOperations.addDisclosureFile, input, unwatched)),
                      'Proof added.',
                    )
                  }}
                />
              )}
            </Field>
          )}
          {isNotice && submits && <SendNotice disclosure={disclosure} />}
          {submits && (
            <Button busy={busy} look={isNotice ? 'secondary' : 'primary'} onClick={() => perform('submit')}>
              {disclosureMoves.submit}
            </Button>
          )}
        </div>
      </Panel>
      {others.length > 0 && (
        <Panel title="Next step">
          <div className="flex flex-wrap gap-2">
            {others.map((name) => (
              <Button
                key={name}
                size="small"
                look={name === 'prepare' ? 'primary' : name === 'withdraw' ? 'danger' : 'secondary'}
                busy={busy}
                onClick={() => perform(name)}
              >
                {labels[name] ?? disclosureMoves[name]}
              </Button>
            ))}
          </div>
          {comment && <p className="mt-2 text-sm break-words text-slate">{comment}</p>}
        </Panel>
      )}
    </>
  )
}

function SendNotice({ disclosure: { id, version, athleticDirectorEmail, notice } }: { disclosure: Disclosure }) {
  const { id: organization } = useOrganization()
  const [send] = disclosuresApi.useSendSchoolNoticeMutation()
  const [email, setEmail] = useState(notice?.to ?? athleticDirectorEmail ?? '')
  const { busy, run } = useAction()
  return (
    <>
      <Field label="Athletic director’s email">
        {(control) => (
          <input
            {...control}
            type="email"
            value={email}
            maxLength={254}
            onChange={({ target }) => setEmail(target.value)}
            className={controlClass}
          />
        )}
      </Field>
      <Button
        busy={busy}
        onClick={() =>
          run(
            () => send({ organization, disclosure: id, body: { version, email } }).unwrap(),
            'Notice queued. It counts as submitted once it is delivered.',
          )
        }
      >
        Send notice
      </Button>
    </>
  )
}

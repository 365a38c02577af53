import { disclosuresApi } from '@sherpa/api-client/disclosures'
import type { Disclosure } from '@sherpa/contracts/disclosure'
import type { DisclosureMove } from '@sherpa/contracts/disclosure-state'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { asksFirst, MoveDialog } from './move-dialog.tsx'

/** Performs moves, with the dialog of those that need a day or a comment. */
export function useMoves(disclosure: Disclosure) {
  const { id: organization } = useOrganization()
  const { id, version, packet } = disclosure
  const [send] = disclosuresApi.useMoveDisclosureMutation()
  const [asked, setAsked] = useState<DisclosureMove>()
  const { busy, run } = useAction()

  function perform(move: DisclosureMove) {
    if (move === 'prepare' && packet.filled < packet.fields.length)
      return showToast('error', 'Some fields of the packet are empty. Complete them first.')
    if (asksFirst(move)) return setAsked(move)
    return run(() => send({ organization, disclosure: id, body: { version, move } }).unwrap())
  }

  return {
    busy,
    perform,
    dialog: <MoveDialog disclosure={disclosure} move={asked} onClose={() => setAsked(undefined)} />,
  }
}
export type Moves = ReturnType<typeof useMoves>

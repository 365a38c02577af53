import { disclosuresApi } from '@sherpa/api-client/disclosures'
import type { DisclosureRow } from '@sherpa/contracts/disclosure'
import { MOST_IDS } from '@sherpa/contracts/list'
import { showToast } from '@sherpa/ui/toast-area'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { saveFile } from '../../data/save-file.ts'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { BarMenu, Choices } from '../../list/bar-menu.tsx'
import { MenuSearch } from '../../list/menu-search.tsx'
import type { Selection } from '../../list/selection.ts'
import { barButtonClass, SelectionBar } from '../../list/selection-bar.tsx'
import { canRemind } from './disclosure-words.ts'

const NOBODY = 'none'

/** Bulk actions on selected disclosures. */
export function DeskSelection({
  selection,
  rows,
  colleagues,
}: {
  selection: Selection
  rows: readonly DisclosureRow[]
  colleagues: readonly (readonly [id: string, name: string])[]
}) {
  const { id: organization, may } = useOrganization()
  const [assign] = disclosuresApi.useAssignDisclosuresMutation()
  const [exportPackets] = disclosuresApi.useExportPacketsMutation()
  const [remind] = disclosuresApi.useRemindPayorMutation()
  const { busy, run } = useAction()
  const ids = selection.selected
  const toRemind = rows.filter((row) => selection.isSelected(row.id) && canRemind(row))

  function act(work: () => Promise<string>) {
    if (ids.length > MOST_IDS) return showToast('error', `Select at most ${MOST_IDS} disclosures.`)
    return run(async () => {
      showToast('success', await work())
      selection.clear()
    })
  }
  const assignTo = (id: string, name: string) =>
    act(async () => {
      const body = { ids: [...ids], preparerId: id === NOBODY ? null : id }
      const { changed } = await assign({ organization, body }).unwrap()
      return changed === 0 ? 'Nothing to change.' : `${counted(changed, 'disclosure')} assigned to ${name}.`
    })
  const saveAll = () =>
    act(async () => {
      saveFile(await exportPackets({ organization, body: { ids: [...ids] } }).unwrap(), 'packets.zip')
      return `${counted(ids.length, 'packet')} saved as packets.zip.`
    })
  const remindAll = () =>
    act(async () => {
      for (const { id } of toRemind) await remind({ organization, disclosure: id }).unwrap()
      return `${counted(toRemind.length, 'payor')} reminded.`
    })

  return (
    <SelectionBar selection={selection}>
      <BarMenu icon="account" label="Assign">
        <MenuSearch label="Find a colleague" choices={[...colleagues, [NOBODY, 'Nobody']]}>
          {(found) => <Choices choices={found} onChoose={assignTo} />}
        </MenuSearch>
      </BarMenu>
      {may('money.view') && (
        <>
          {toRemind.length > 0 && (
            <BarButton
              icon="send"
              label={`Remind ${counted(toRemind.length, 'payor')}`}
              busy={busy}
              onClick={remindAll}
            />
          )}
          <BarButton icon="download" label={busy ? 'Saving…' : 'Packets'} busy={busy} onClick={saveAll} />
        </>
      )}
    </SelectionBar>
  )
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function BarButton({
  icon,
  label,
  busy,
  onClick,
}: {
  icon: 'send' | 'download'
  label: string
  busy: boolean
  onClick: () => void
}) {
  return (
    <button type="button" aria-label={label} aria-disabled={busy} className={barButtonClass} onClick={onClick}>
      <ToolIcon name={icon} />
      <span className="list-bar-word">{label}</span>
    </button>
  )
}

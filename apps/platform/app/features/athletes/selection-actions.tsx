import { athletesApi } from '@sherpa/api-client/athletes'
import {
  type AthleteRow,
  type AthleteSelection,
  type AthleteTagList,
  athletesQuery,
  type BulkChange,
  MOST_UNDONE,
  type Stage,
  stages,
} from '@sherpa/contracts/athlete'
import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { showToast } from '@sherpa/ui/toast-area'
import { ToolIcon, type ToolIconName } from '@sherpa/ui/tool-icon'
import { type ReactNode, useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { failureOf } from '../../forms/failure.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { inOrder, type ListAddress } from '../../list/list-address.ts'
import { MenuFind } from '../../list/menu-find.tsx'
import type { Selection } from '../../list/selection.ts'
import { barButtonClass, SelectionBar } from '../../list/selection-bar.tsx'
import type { LoadedList } from '../../list/use-list.ts'
import { ExportFormats } from './export-menu.tsx'
import { NO_ROOM } from './no-room.ts'
import { StageSign } from './stage-badge.tsx'
import { useExport } from './use-export.ts'

type Change = BulkChange['change']

/** A change of more athletes is asked about first: nobody sees all of them at a glance. */
const MANY = 20

type Deed = {
  /** For some who do not have it yet, such as a new tag, it is made on the way. */
  change: () => Change | Promise<Change>
  /** What the toast says of those who were changed. */
  done: string
  /** What is asked before many are changed. */
  question: (athletes: string) => string
}

/** What narrows the list: how it is sorted makes no difference to what is in it. */
export function wholeListOf(
  { state: { sort, ...narrowing } }: ListAddress,
  { total, similar }: LoadedList<AthleteRow>,
) {
  // What is only similar to a search is not what was asked for: that is selected one by one.
  if (!total?.exact || similar) return undefined
  return { address: inOrder(new URLSearchParams(narrowing)), total: total.count }
}

/** What can be done with several athletes at once. */
export function SelectionActions({
  selection,
  list,
  address,
  tags,
  colleagues,
}: {
  selection: Selection
  list: LoadedList<AthleteRow>
  address: ListAddress
  tags: AthleteTagList['tags']
  colleagues: readonly (readonly [id: string, name: string])[]
}) {
  const { id: organization, has, may } = useOrganization()
  const [changeAthletes] = athletesApi.useChangeAthletesMutation()
  const [addTag] = athletesApi.useAddTagMutation()
  const [exportSelected] = athletesApi.useExportSelectedAthletesMutation()
  const { run } = useAction()
  const [asked, setAsked] = useState<{ deed: Deed; athletes: number }>()
  const { save } = useExport((format) => {
    const sort = athletesQuery.shape.sort.safeParse(address.state.sort).data
    const body = { selection: selectionOf(selection, address, list), sort, format }
    return exportSelected({ organization, body }).unwrap()
  })
  const rows = list.rows.filter(({ id }) => selection.isSelected(id))

  async function apply({ change, done }: Deed) {
    try {
      const body = { selection: selectionOf(selection, address, list), change: await change() }
      const { changed, undo } = await changeAthletes({ organization, body }).unwrap()
      selection.clear()
      const action = { label: 'Undo', act: () => void run(() => takeBack(undo)) }
      const text = changed === 0 ? 'Nothing to change.' : `${counted(changed)} ${done}`
      showToast('success', text, undo.length > 0 ? action : undefined)
    } catch (error) {
      const { code } = failureOf(error)
      if (code === 'selection-changed') await list.reload()
      if (code !== 'no-room-for-athletes') throw error
      showToast('error', NO_ROOM)
    }
  }

  async function takeBack(changes: BulkChange[]) {
    for (const body of changes) await changeAthletes({ organization, body }).unwrap()
    showToast('success', 'Undone.')
  }

  function act(deed: Deed) {
    if (selection.count > MANY) setAsked({ deed, athletes: selection.count })
    else void run(() => apply(deed))
  }
  const tag = (name: string, change: Deed['change']) =>
    act({ change, done: `tagged ${name}.`, question: (athletes) => `Tag ${athletes} with ${name}?` })
  const tagAnew = (name: string) =>
    tag(name, async () => ({ addTag: (await addTag({ organization, body: { name } }).unwrap()).id }))

  // Of a whole list nobody knows here who and what is in it.
  const isWhole = selection.except !== undefined
  const nameOf = new Map(colleagues)
  const assigned = isWhole ? [...colleagues] : namesIn(rows.map(({ lookedAfterBy }) => lookedAfterBy))
  const tagged = isWhole ? tags.map(({ id, name }) => [id, name] as const) : namesIn(rows.map(({ tags }) => tags))

  return (
    <>
      <SelectionBar selection={selection}>
        {may('athletes.edit') && (
          <>
            <BarMenu icon="account" label="Assign">
              <MenuFind label="Find a colleague" choices={colleagues}>
                {(found) => (
                  <>
                    <Choices
                      choices={found}
                      onChoose={(id, name) =>
                        act({
                          change: () => ({ assign: id }),
                          done: `assigned to ${name}.`,
                          question: (athletes) => `Assign ${athletes} to ${name}?`,
                        })
                      }
                    />
                    {assigned.length > 0 && (
                      <Removal
                        choices={assigned.map(([id, name]) => [id, nameOf.get(id) ?? name])}
                        onChoose={(id, name) =>
                          act({
                            change: () => ({ unassign: id }),
                            done: `no longer assigned to ${name}.`,
                            question: (athletes) => `Take ${athletes} away from ${name}?`,
                          })
                        }
                      />
                    )}
                  </>
                )}
              </MenuFind>
            </BarMenu>
            <BarMenu icon="flag" label="Stage">
              <ul>
                {Object.entries(stages).map(([stage, name]) => (
                  <li key={stage}>
                    <button
                      type="button"
                      className={menuItemClass}
                      onClick={() =>
                        act({
                          change: () => ({ stage: stage as Stage }),
                          done: `changed to ${name}.`,
                          question: (athletes) => `Change the stage of ${athletes} to ${name}?`,
                        })
                      }
                    >
                      <StageSign stage={stage as Stage} />
                      {name}
                    </button>
                  </li>
                ))}
              </ul>
            </BarMenu>
            <BarMenu icon="tag" label="Tag">
              <MenuFind always label="Find or add a tag" choices={tags.map(({ id, name }) => [id, name])}>
                {(found, typed) => (
                  <>
                    <Choices choices={found} onChoose={(id, name) => tag(name, () => ({ addTag: id }))} />
                    {typed && !found.some(([, name]) => name.toLowerCase() === typed.toLowerCase()) && (
                      <button type="button" className={menuItemClass} onClick={() => tagAnew(typed)}>
                        <ToolIcon name="plus" />
                        <span className="min-w-0 truncate">New tag “{typed}”</span>
                      </button>
                    )}
                    {tagged.length > 0 && !typed && (
                      <Removal
                        choices={tagged}
                        onChoose={(id, name) =>
                          act({
                            change: () => ({ removeTag: id }),
                            done: `no longer tagged ${name}.`,
                            question: (athletes) => `Remove the tag ${name} from ${athletes}?`,
                          })
                        }
                      />
                    )}
                  </>
                )}
              </MenuFind>
            </BarMenu>
          </>
        )}
        {has('data.export') && (
          <BarMenu icon="download" label="Export">
            <ExportFormats onChoose={save} />
          </BarMenu>
        )}
      </SelectionBar>
      <ConfirmDialog
        open={asked !== undefined}
        title={asked?.deed.question(counted(asked.athletes)) ?? ''}
        look="primary"
        confirm="Change"
        confirming="Changing…"
        onClose={() => setAsked(undefined)}
        onConfirm={async () => asked && apply(asked.deed)}
      >
        <p className="text-sm">
          {asked && asked.athletes > MOST_UNDONE
            ? `This changes more than ${MOST_UNDONE.toLocaleString('en-US')} athletes, so it cannot be undone at once.`
            : 'You can undo it right after.'}
        </p>
      </ConfirmDialog>
    </>
  )
}

function selectionOf(selection: Selection, address: ListAddress, list: LoadedList<AthleteRow>): AthleteSelection {
  const whole = wholeListOf(address, list)
  if (!selection.except || !whole) return { ids: selection.selected }
  return { list: whole.address, except: selection.except, count: selection.count }
}

/** Each once, by name. */
function namesIn(several: readonly { id: string; name: string }[][]) {
  const names = new Map(several.flat().map(({ id, name }) => [id, name]))
  return [...names].toSorted(([, one], [, other]) => one.localeCompare(other, 'en-US'))
}

function counted(athletes: number) {
  return athletes === 1 ? '1 athlete' : `${athletes.toLocaleString('en-US')} athletes`
}

function BarMenu({ icon, label, children }: { icon: ToolIconName; label: string; children: ReactNode }) {
  return (
    <MenuButton
      opens="above"
      align="end"
      name={label}
      buttonClass={barButtonClass}
      label={
        <>
          <ToolIcon name={icon} />
          <span className="list-bar-word">{label}</span>
        </>
      }
    >
      {children}
    </MenuButton>
  )
}

type ChoicesProps = {
  choices: readonly (readonly [id: string, name: string])[]
  onChoose: (id: string, name: string) => void
}

function Choices({ choices, onChoose }: ChoicesProps) {
  return (
    <ul>
      {choices.map(([id, name]) => (
        <li key={id}>
          <button type="button" className={menuItemClass} onClick={() => onChoose(id, name)}>
            <span className="min-w-0 truncate">{name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Removal(props: ChoicesProps) {
  return (
    <section aria-label="Remove" className="mt-1.5 border-t border-line pt-1.5">
      <p aria-hidden="true" className="px-2.5 py-1 text-xs text-grey">
        Remove
      </p>
      <Choices {...props} />
    </section>
  )
}

import { viewsApi } from '@sherpa/api-client/views'
import { type ListWithViews, type SavedView, viewDetails } from '@sherpa/contracts/view'
import { buttonClass } from '@sherpa/ui/button'
import { Checkbox } from '@sherpa/ui/choice'
import { Dialog } from '@sherpa/ui/dialog'
import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { showToast } from '@sherpa/ui/toast-area'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type * as z from 'zod/mini'
import { useAction } from '../data/use-action.ts'
import { ConfirmDialog } from '../forms/confirm-dialog.tsx'
import { FormMessage } from '../forms/form-message.tsx'
import { SubmitActions } from '../forms/submit-actions.tsx'
import { TextField } from '../forms/text-field.tsx'
import { useForm } from '../forms/use-form.ts'
import { useOrganization } from '../frame/account-context.ts'
import { useCurrentTabInSight } from '../frame/current-tab.ts'
import { useFocusWhenLost } from '../frame/focus-when-lost.ts'
import { tabClass, tabStripClass } from '../frame/tabs.ts'
import type { ListAddress } from './list-address.ts'
import { rowMenuClass } from './row-menu.ts'

type ViewsOfList = { list: ListWithViews; address: ListAddress }

const quietButton = `${buttonClass({ look: 'secondary', size: 'small' })} border-transparent text-slate`

function useViews(list: ListWithViews) {
  const { id: organization } = useOrganization()
  const { currentData } = viewsApi.useSavedViewsQuery({ organization })
  return currentData?.views.filter((view) => view.list === list) ?? []
}

/**
 * Above a list: all of it, and the views of it that were saved. The current one is the view whose address the list has; when that
 * is changed, the view that it came from stays underlined, and can be saved as it is now.
 */
export function SavedViews({ list, address }: ViewsOfList) {
  const views = useViews(list)
  const [chosen, setChosen] = useState<string>()
  const same = views.filter((view) => address.isAt(view.address))
  // Two views may have the same address: then it is the one that was chosen.
  const exact = same.find(({ id }) => id === chosen) ?? same[0]
  const isWhole = address.address === ''
  if ((isWhole || exact) && exact?.id !== chosen) setChosen(exact?.id)
  const current = exact ?? (isWhole ? undefined : views.find(({ id }) => id === chosen))
  const isChanged = !isWhole && !exact
  const tabs = useCurrentTabInSight<HTMLElement>(current?.id)
  const all = useFocusWhenLost<HTMLAnchorElement>(views.length)

  if (views.length === 0) return null
  const currentMark = isChanged ? 'true' : 'page'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center border-b border-line md:grid-cols-[minmax(0,max-content)_auto_1fr]">
      <nav ref={tabs} aria-label="Saved views" className={tabStripClass}>
        <Link ref={all} to="?" preventScrollReset aria-current={current ? undefined : currentMark} className={tabClass}>
          All
        </Link>
        {views.map(({ id, name, address: saved }) => (
          <Link
            key={id}
            to={`?${saved}`}
            preventScrollReset
            aria-current={id === current?.id ? currentMark : undefined}
            className={tabClass}
            onClick={() => setChosen(id)}
          >
            <span className="max-w-48 truncate">{name}</span>
          </Link>
        ))}
      </nav>
      {isChanged && (
        <div className="flex max-md:col-span-2 max-md:row-start-2 max-md:-ml-2 md:ml-3">
          {current && <SaveChanges view={current} address={address} />}
          <SaveViewButton list={list} address={address}>
            {current ? 'Save as new' : 'Save view'}
          </SaveViewButton>
        </div>
      )}
      {current && (
        <div className="justify-self-end max-md:col-start-2 max-md:row-start-1 md:col-start-3">
          <ViewMenu key={current.id} view={current} />
        </div>
      )}
    </div>
  )
}

/** Where there is no view yet, a row of tabs would only push the list down. */
export function SaveFirstView({ list, address }: ViewsOfList) {
  return (
    useViews(list).length === 0 && (
      <SaveViewButton list={list} address={address}>
        Save view
      </SaveViewButton>
    )
  )
}

function useMayChange({ own }: SavedView) {
  const { may } = useOrganization()
  return own || may('people.manage')
}

function SaveChanges({ view, address }: { view: SavedView; address: ListAddress }) {
  const { id: organization } = useOrganization()
  const [changeView] = viewsApi.useChangeViewMutation()
  const { busy, run } = useAction()
  if (!useMayChange(view)) return null
  const save = () => changeView({ organization, view: view.id, body: { address: address.address } }).unwrap()
  return (
    <button
      type="button"
      aria-disabled={busy}
      className={quietButton}
      onClick={() => run(save, `${view.name} was saved.`)}
    >
      Save changes
    </button>
  )
}

function SaveViewButton({ list, address, children }: ViewsOfList & { children: string }) {
  const { id: organization } = useOrganization()
  const [saveView] = viewsApi.useSaveViewMutation()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" className={quietButton} onClick={() => setOpen(true)}>
        <ToolIcon name="plus" />
        {children}
      </button>
      <Dialog open={open} title="Save view" onClose={close}>
        <ViewForm
          withSharing
          send={async (details) => {
            await saveView({ organization, body: { list, address: address.address, ...details } }).unwrap()
            close()
            showToast('success', `${details.name} was saved.`)
          }}
          onCancel={close}
        >
          <p className="text-sm">It keeps the search, the filters, the order and the columns of this list.</p>
        </ViewForm>
      </Dialog>
    </>
  )
}

/** What can be done with the current view. Anyone can pin it; only some can change it. */
function ViewMenu({ view }: { view: SavedView }) {
  const { id: organization, name: organizationName } = useOrganization()
  const { id, name, shared, own, pinned } = view
  const [changeView] = viewsApi.useChangeViewMutation()
  const [deleteView] = viewsApi.useDeleteViewMutation()
  const [pinView] = viewsApi.usePinViewMutation()
  const [unpinView] = viewsApi.useUnpinViewMutation()
  const { run } = useAction()
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const close = () => setOpen(undefined)
  const mayChange = useMayChange(view)
  const which = { organization, view: id }

  function togglePin() {
    if (pinned) return run(() => unpinView(which).unwrap(), `${name} was removed from your sidebar.`)
    return run(() => pinView(which).unwrap(), `${name} was pinned to your sidebar.`)
  }

  function toggleSharing() {
    const done = shared ? `Only you see ${name} now.` : `${name} is shared with everyone who can see this list.`
    return run(() => changeView({ ...which, body: { shared: !shared } }).unwrap(), done)
  }

  return (
    <>
      <MenuButton
        align="end"
        name={`Options for the view ${name}`}
        buttonClass={rowMenuClass}
        label={<ToolIcon name="more" />}
      >
        <MenuItem onClick={togglePin}>{pinned ? 'Remove from the sidebar' : 'Pin to the sidebar'}</MenuItem>
        {mayChange && <MenuItem onClick={() => setOpen('rename')}>Rename</MenuItem>}
        {own && <MenuItem onClick={toggleSharing}>{shared ? 'Stop sharing' : 'Share with everyone'}</MenuItem>}
        {mayChange && <MenuItem onClick={() => setOpen('delete')}>Delete</MenuItem>}
      </MenuButton>
      <Dialog open={open === 'rename'} title="Rename view" onClose={close}>
        <ViewForm
          name={name}
          send={async (details) => {
            await changeView({ ...which, body: { name: details.name } }).unwrap()
            close()
          }}
          onCancel={close}
        />
      </Dialog>
      <ConfirmDialog
        open={open === 'delete'}
        title={`Delete ${name}?`}
        confirm="Delete"
        confirming="Deleting…"
        onConfirm={() => deleteView(which).unwrap()}
        onClose={close}
      >
        <p>
          The view is deleted{shared && ` for everyone in ${organizationName}`}. What is in the list stays as it is.
        </p>
      </ConfirmDialog>
    </>
  )
}

function MenuItem({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" className={menuItemClass} onClick={onClick}>
      {children}
    </button>
  )
}

function ViewForm({
  name,
  withSharing = false,
  send,
  onCancel,
  children,
}: {
  name?: string
  /** Asks whether it is for everyone. */
  withSharing?: boolean
  send: (details: z.infer<typeof viewDetails>) => Promise<void>
  onCancel: () => void
  children?: ReactNode
}) {
  const { errors, failureText, busy, formProps } = useForm({
    schema: viewDetails,
    read: (typed) => ({ name: typed.name, shared: 'shared' in typed }),
    send,
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {children}
      <FormMessage failure={failureText} />
      <TextField name="name" label="Name" defaultValue={name} maxLength={60} autoComplete="off" errors={errors} />
      {withSharing && <Checkbox name="shared">Share with everyone who can see this list</Checkbox>}
      <SubmitActions label="Save" busyLabel="Saving…" busy={busy} onCancel={onCancel} />
    </form>
  )
}

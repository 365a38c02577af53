import { athletesApi } from '@sherpa/api-client/athletes'
import { type AthleteTagList, tagName } from '@sherpa/contracts/athlete'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { EmptyState } from '@sherpa/ui/empty-state'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { useFocusWhenLost } from '../../../frame/focus-when-lost.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { MenuItem, RowMenu } from '../../../list/row-menu.tsx'

type Tag = AthleteTagList['tags'][number]

export function Component() {
  const { id: organization, name, may } = useOrganization()
  const tags = athletesApi.useTagsQuery({ organization })
  const [addTag] = athletesApi.useAddTagMutation()
  const [renameTag] = athletesApi.useRenameTagMutation()
  const [removeTag] = athletesApi.useRemoveTagMutation()
  const [adding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<Tag>()
  const [removing, setRemoving] = useState<Tag>()
  const stopRenaming = () => setRenaming(undefined)
  return (
    <>
      <ScreenHeading
        title="Tags"
        within={name}
        lead={<span className="max-md:hidden">Labels for athletes, for filters and bulk changes.</span>}
        actions={
          may('athletes.edit') && (
            <Button size="small" onClick={() => setAdding(true)}>
              Add tag
            </Button>
          )
        }
      />
      <Loaded query={tags}>
        {(loaded) => <Tags tags={loaded.tags} onRename={setRenaming} onRemove={setRemoving} />}
      </Loaded>
      <Dialog open={adding} title="Add tag" onClose={() => setAdding(false)}>
        <TagForm
          label="Add"
          busyLabel="Adding…"
          onCancel={() => setAdding(false)}
          send={async (body) => {
            await addTag({ organization, body }).unwrap()
            setAdding(false)
          }}
        />
      </Dialog>
      <Dialog open={renaming !== undefined} title="Rename tag" onClose={stopRenaming}>
        {renaming && (
          <TagForm
            name={renaming.name}
            label="Save"
            busyLabel="Saving…"
            onCancel={stopRenaming}
            send={async (body) => {
              await renameTag({ organization, tag: renaming.id, body }).unwrap()
              stopRenaming()
              showToast('success', `Tag renamed to ${body.name}.`)
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={removing !== undefined}
        title={`Remove the tag ${removing?.name}?`}
        confirm="Remove"
        confirming="Removing…"
        onConfirm={async () => removing && removeTag({ organization, tag: removing.id }).unwrap()}
        onClose={() => setRemoving(undefined)}
      >
        <p>{removing && removalEffect(removing)}</p>
      </ConfirmDialog>
    </>
  )
}

function removalEffect({ athletes }: Tag) {
  if (athletes === 0) return 'No athletes have this tag.'
  return `${counted(athletes)} will lose this tag. Their records are otherwise unchanged.`
}

function counted(athletes: number) {
  return athletes === 1 ? '1 athlete' : `${athletes.toLocaleString('en-US')} athletes`
}

function Tags({
  tags,
  onRename,
  onRemove,
}: {
  tags: Tag[]
  onRename: (tag: Tag) => void
  onRemove: (tag: Tag) => void
}) {
  const { id: organization } = useOrganization()
  const focusWhenLost = useFocusWhenLost<HTMLUListElement>(tags.length)
  if (tags.length === 0) {
    return <EmptyState title="No tags yet">You can also select athletes in the list and choose “Tag”.</EmptyState>
  }
  return (
    <ul
      ref={focusWhenLost}
      tabIndex={-1}
      aria-label="Tags"
      className="divide-y divide-line-soft border-y border-line text-sm"
    >
      {tags.map((tag) => (
        <li key={tag.id} className="flex min-h-10 items-center gap-4">
          <span className="min-w-0 flex-1 py-1.5 font-medium break-words text-ink">{tag.name}</span>
          {tag.athletes > 0 ? (
            <Link
              to={`/organizations/${organization}/athletes?tag=${tag.id}`}
              className="touch-area text-grey tabular-nums hover:text-ink hover:underline"
            >
              {counted(tag.athletes)}
            </Link>
          ) : (
            <span className="text-grey">No athletes</span>
          )}
          <RowMenu name={`Actions for ${tag.name}`}>
            <MenuItem onClick={() => onRename(tag)}>Rename</MenuItem>
            <MenuItem onClick={() => onRemove(tag)}>Remove</MenuItem>
          </RowMenu>
        </li>
      ))}
    </ul>
  )
}

function TagForm({
  name,
  label,
  busyLabel,
  send,
  onCancel,
}: {
  name?: string
  label: string
  busyLabel: string
  send: (tag: { name: string }) => Promise<unknown>
  onCancel: () => void
}) {
  const { errors, failureText, busy, formProps } = useForm({ schema: tagName, send })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <FormMessage failure={failureText} />
      <TextField name="name" label="Name" defaultValue={name} maxLength={40} autoComplete="off" errors={errors} />
      <SubmitActions label={label} busyLabel={busyLabel} busy={busy} onCancel={onCancel} />
    </form>
  )
}

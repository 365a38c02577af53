import { athletesApi } from '@sherpa/api-client/athletes'
import { type CustomField, customFieldKinds } from '@sherpa/contracts/athlete'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { EmptyState } from '@sherpa/ui/empty-state'
import { useState } from 'react'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { useOrganization } from '../../../frame/account-context.ts'
import { useFocusWhenLost } from '../../../frame/focus-when-lost.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { MenuItem, RowMenu } from '../../../list/row-menu.tsx'
import { CustomFieldForm } from './custom-field-form.tsx'

export function Component() {
  const { id: organization, name } = useOrganization()
  const fields = athletesApi.useCustomFieldsQuery({ organization })
  const [addField] = athletesApi.useAddCustomFieldMutation()
  const [changeField] = athletesApi.useChangeCustomFieldMutation()
  const [removeField] = athletesApi.useRemoveCustomFieldMutation()
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<CustomField>()
  const [removing, setRemoving] = useState<CustomField>()
  const closeEditor = () => setEdited(undefined)
  return (
    <>
      <ScreenHeading
        title="Custom fields"
        within={name}
        lead="Fields you add to every athlete. Fields of type “Choice” can filter the athlete list."
        actions={
          <Button size="small" onClick={() => setAdding(true)}>
            Add field
          </Button>
        }
      />
      <Loaded query={fields}>
        {(loaded) => <Fields fields={loaded.fields} onChange={setEdited} onRemove={setRemoving} />}
      </Loaded>
      <Dialog open={adding} title="Add field" onClose={() => setAdding(false)}>
        <CustomFieldForm
          onCancel={() => setAdding(false)}
          send={async (body) => {
            await addField({ organization, body }).unwrap()
            setAdding(false)
          }}
        />
      </Dialog>
      <Dialog open={edited !== undefined} title={`Edit ${edited?.name}`} onClose={closeEditor}>
        {edited && (
          <CustomFieldForm
            field={edited}
            onCancel={closeEditor}
            send={async ({ name, choices }) => {
              const body = edited.kind === 'choice' ? { name, choices } : { name }
              await changeField({ organization, field: edited.id, body }).unwrap()
              closeEditor()
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={removing !== undefined}
        title={`Remove the field ${removing?.name}?`}
        confirm="Remove field"
        confirming="Removing…"
        onConfirm={async () => removing && removeField({ organization, field: removing.id }).unwrap()}
        onClose={() => setRemoving(undefined)}
      >
        <p>Its values are deleted from all athletes. This cannot be undone.</p>
      </ConfirmDialog>
    </>
  )
}

function Fields({
  fields,
  onChange,
  onRemove,
}: {
  fields: CustomField[]
  onChange: (field: CustomField) => void
  onRemove: (field: CustomField) => void
}) {
  const focusWhenLost = useFocusWhenLost<HTMLUListElement>(fields.length)
  if (fields.length === 0) {
    return (
      <EmptyState title="No custom fields yet">
        Track anything Sherpa has no field for, such as shoe size or transfer window.
      </EmptyState>
    )
  }
  return (
    <ul
      ref={focusWhenLost}
      tabIndex={-1}
      aria-label="Custom fields"
      className="divide-y divide-line-soft border-y border-line text-sm"
    >
      {fields.map((field) => (
        <li key={field.id} className="flex min-h-13 items-center gap-4 py-1.5">
          <span className="min-w-0 flex-1">
            <span className="block font-medium break-words text-ink">{field.name}</span>
            <span className="block text-xs break-words text-grey">{aboutField(field)}</span>
          </span>
          <RowMenu name={`Actions for ${field.name}`}>
            <MenuItem onClick={() => onChange(field)}>{field.kind === 'choice' ? 'Edit' : 'Rename'}</MenuItem>
            <MenuItem onClick={() => onRemove(field)}>Remove</MenuItem>
          </RowMenu>
        </li>
      ))}
    </ul>
  )
}

function aboutField({ kind, choices }: CustomField) {
  return choices.length > 0 ? `${customFieldKinds[kind]}: ${choices.join(', ')}` : customFieldKinds[kind]
}

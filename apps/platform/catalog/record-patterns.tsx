import { Button } from '@sherpa/ui/button'
import { useState } from 'react'
import { ConfirmDialog } from '../app/forms/confirm-dialog.tsx'
import { ConflictDialog, type Contested } from '../app/records/conflict-dialog.tsx'
import { ChoiceEditor, InlineField, LineEditor, NotSaved } from '../app/records/inline-field.tsx'
import { type Option, SeveralEditor } from '../app/records/several-editor.tsx'
import { Sparkline } from '../app/records/sparkline.tsx'
import type { Specimens } from './specimen.tsx'

const stages = [
  { id: 'prospect', name: 'Prospect' },
  { id: 'client', name: 'Client' },
]
const tags = ['Draft 2027', 'Sneakers', 'Media-trained'].map((name) => ({ id: name, name }))
const weights = [84.1, 84.9, 86.2, 85.7, 88].map((value, index) => ({
  id: String(index),
  date: `2026-0${index + 1}-15`,
  value,
  day: `2026-0${index + 1}-15`,
  text: `${value} kg`,
}))
const contested: Contested[] = [{ label: 'School', mine: 'Alder Basin High', theirs: 'Port Lowell High' }]

export const recordPatterns: Specimens = {
  'Facts, edited in place': <Facts />,
  'Value over time': <Sparkline name="Weight" points={weights} />,
  'Edit conflict': <Conflict />,
  Confirmation: <Confirmation />,
}

function Facts() {
  return (
    <dl>
      <Fact label="School" initial="Alder Basin High" />
      <Fact label="Club" initial="" />
      <Fact label="Nickname (refused)" initial="Lightning" refused />
      <StageFact />
      <TagsFact />
      <InlineField
        label="Added"
        seen={null}
        value=""
        shown="Jan 15, 2026"
        editable={false}
        save={() => Promise.resolve()}
      >
        {() => null}
      </InlineField>
    </dl>
  )
}

function Fact({ label, initial, refused = false }: { label: string; initial: string; refused?: boolean }) {
  const [value, setValue] = useState(initial)
  async function save(draft: string) {
    if (refused) throw new NotSaved('Enter another nickname')
    setValue(draft)
  }
  return (
    <InlineField label={label} seen={null} value={value} shown={value || null} editable save={save}>
      {(editing) => <LineEditor editing={editing} />}
    </InlineField>
  )
}

function StageFact() {
  const [stage, setStage] = useState('client')
  const name = stages.find(({ id }) => id === stage)?.name
  return (
    <InlineField
      label="Stage"
      seen={null}
      value={stage}
      shown={name}
      editable
      save={async (draft: string) => setStage(draft)}
    >
      {(editing) => <ChoiceEditor editing={editing} options={stages} />}
    </InlineField>
  )
}

function TagsFact() {
  const [chosen, setChosen] = useState<Option[]>(tags.slice(0, 2))
  const [search, setSearch] = useState('')
  const found = tags.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <InlineField
      label="Tags"
      seen={null}
      value={chosen}
      shown={chosen.map(({ name }) => name).join(', ') || null}
      editable
      save={async (draft: Option[]) => setChosen(draft)}
    >
      {(editing) => (
        <SeveralEditor
          editing={editing}
          options={found}
          search={search}
          onSearch={setSearch}
          onNew={async (name) => ({ id: name, name })}
          searchLabel="Search tags"
        />
      )}
    </InlineField>
  )
}

function Conflict() {
  const [open, setOpen] = useState(false)
  return (
    <div className="specimen-row">
      <Button look="secondary" onClick={() => setOpen(true)}>
        Show edit conflict
      </Button>
      <ConflictDialog contested={open ? contested : undefined} onChoose={() => setOpen(false)} />
    </div>
  )
}

function Confirmation() {
  const [open, setOpen] = useState(false)
  return (
    <div className="specimen-row">
      <Button look="danger" onClick={() => setOpen(true)}>
        Delete view
      </Button>
      <ConfirmDialog
        open={open}
        title="Delete Prospects?"
        confirm="Delete"
        confirming="Deleting…"
        onConfirm={() => Promise.resolve()}
        onClose={() => setOpen(false)}
      >
        <p>The view is deleted for everyone.</p>
      </ConfirmDialog>
    </div>
  )
}

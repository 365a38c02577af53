import { athleteImportsApi } from '@sherpa/api-client/athlete-imports'
import { type CustomFieldKind, levels } from '@sherpa/contracts/athlete'
import {
  type DuplicateChoice,
  type DuplicateKind,
  duplicateChoices,
  duplicateKinds,
  type ImportMapping,
  type WholeImport,
} from '@sherpa/contracts/athlete-import'
import { Button } from '@sherpa/ui/button'
import { Checkbox } from '@sherpa/ui/choice'
import { Field } from '@sherpa/ui/field'
import { MessageBox } from '@sherpa/ui/message-box'
import { Panel } from '@sherpa/ui/panel'
import { Select } from '@sherpa/ui/select'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAction } from '../../data/use-action.ts'
import { failureOf } from '../../forms/failure.ts'
import { SelectField } from '../../forms/select-field.tsx'
import { useLabels, useOrganization } from '../../frame/account-context.ts'
import { type Changing, ColumnRow, columnGrid } from './column-row.tsx'
import { HeaderPicker } from './header-picker.tsx'
import { number, rowsInWords } from './import-words.ts'
import { SportQuestion } from './sport-question.tsx'
import { findFile, rememberFile } from './uploaded-files.ts'

/** Maps columns to fields. Every change is saved at once and returns the new meanings. */
export function MatchStep({ whole, onChecking }: { whole: WholeImport; onChecking: () => void }) {
  const { id: organization, may } = useOrganization()
  const here = { organization, import: whole.id }
  const [map] = athleteImportsApi.useMapImportMutation()
  const [move] = athleteImportsApi.useMoveImportHeaderMutation()
  const [addField] = athleteImportsApi.useAddImportFieldMutation()
  const [check] = athleteImportsApi.useCheckImportMutation()
  const [discard] = athleteImportsApi.useRemoveImportMutation()
  const navigate = useNavigate()
  const [mapping, setMapping] = useState(whole.mapping)
  const [failure, setFailure] = useState<string>()
  const { busy, run } = useAction()
  const saved = useRef<Promise<unknown>>(Promise.resolve())

  /** Serialized, so that the last change wins. */
  function change(next: Partial<ImportMapping>) {
    const body = { ...mapping, ...next }
    setMapping(body)
    setFailure(undefined)
    saved.current = saved.current
      .then(() => map({ ...here, body }).unwrap())
      .catch((error) => setFailure(textOf(error)))
  }

  /** Changes that the server decides: it answers with the new mapping. */
  async function attempt(work: () => Promise<WholeImport>) {
    setFailure(undefined)
    try {
      await saved.current
      setMapping((await work()).mapping)
    } catch (error) {
      setFailure(textOf(error))
    }
  }

  async function addFields(columns: number[]) {
    for (const column of columns) {
      const name = whole.columns[column]?.name.slice(0, 60) ?? ''
      const kind = guessKind(whole.examples.map((row) => row[column] ?? ''))
      await attempt(() => addField({ ...here, body: { column, name, kind, choices: [] } }).unwrap())
    }
  }

  const matched = mapping.targets.filter((target) => target !== null).length
  const unmatched = whole.columns.flatMap(({ filled, hidden }, at) =>
    mapping.targets[at] === null && filled > 0 && !hidden ? at : [],
  )

  const startCheck = () =>
    run(async () => {
      await saved.current
      try {
        await check(here).unwrap()
        onChecking()
      } catch (error) {
        setFailure(textOf(error))
      }
    })

  return (
    <>
      {whole.sheets.length > 1 && <SheetChoice whole={whole} onFailure={setFailure} />}
      <HeaderPicker whole={whole} onChoose={(row) => attempt(() => move({ ...here, body: { row } }).unwrap())} />
      {!mapping.targets.includes('sport') && (
        <SportQuestion
          whole={whole}
          mapping={mapping}
          onChange={(sport) => change({ defaults: { ...mapping.defaults, sport } })}
        />
      )}
      <Panel
        title="Columns"
        lead={`${whole.remembered ? 'Matched as in your last import with these columns.' : 'Matched by name and content. Correct any that are wrong.'} ${number(matched)} of ${number(whole.columns.length)} matched.`}
        actions={
          may('organization.edit') &&
          unmatched.length > 0 && (
            <Button look="secondary" size="small" busy={busy} onClick={() => run(() => addFields(unmatched))}>
              {unmatched.length === 1
                ? `Add a custom field for ${whole.columns[unmatched[0] ?? 0]?.name}`
                : `Add ${number(unmatched.length)} custom fields`}
            </Button>
          )
        }
      >
        <div aria-hidden="true" className={`${columnGrid} hidden border-b border-line pb-2 text-xs text-grey lg:grid`}>
          <span className="pl-7">In your file</span>
          <span>In Sherpa</span>
          <span>How it is read</span>
        </div>
        <ul className="flex flex-col divide-y divide-line">
          {whole.columns.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by index.
            <li key={at}>
              <ColumnRow
                whole={whole}
                column={at}
                mapping={mapping}
                onChange={change}
                onAddField={may('organization.edit') ? () => run(() => addFields([at])) : undefined}
              />
            </li>
          ))}
        </ul>
        <details className="mt-4 text-sm">
          <summary className="cursor-pointer max-md:py-3">
            Preview of the first {rowsInWords(whole.examples.length)}
          </summary>
          <Preview whole={whole} />
        </details>
      </Panel>
      <Panel title="Options">
        <Options mapping={mapping} onChange={change} />
      </Panel>
      {/* In reach beside a long list of columns. Phones have the tab bar there. */}
      <div className="border-t border-line bg-white py-4 md:sticky md:bottom-0">
        <div className={failure === undefined ? '' : 'mb-4'}>
          <MessageBox message={failure === undefined ? undefined : { kind: 'error', text: failure }} />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button busy={busy} onClick={startCheck}>
            Check rows
          </Button>
          <Button
            look="secondary"
            onClick={() =>
              run(async () => {
                await discard(here).unwrap()
                navigate(`/organizations/${organization}/athletes/import`)
              }, 'File discarded.')
            }
          >
            Discard file
          </Button>
        </div>
      </div>
    </>
  )
}

/** Another sheet is another import of the same file. */
function SheetChoice({ whole, onFailure }: { whole: WholeImport; onFailure: (text: string) => void }) {
  const { id: organization } = useOrganization()
  const [upload, { isLoading: busy }] = athleteImportsApi.useUploadImportMutation()
  const [discard] = athleteImportsApi.useRemoveImportMutation()
  const navigate = useNavigate()
  const file = findFile(whole.id)
  const isReplaced = useRef(false)
  // Once the screen has left it: a discarded import cannot be loaded again. If that fails, it expires.
  useEffect(
    () => () => {
      if (isReplaced.current) void discard({ organization, import: whole.id })
    },
    [discard, organization, whole.id],
  )

  async function read(sheet: string) {
    if (!file || busy) return
    try {
      const { id } = await upload({ organization, body: file, query: { name: whole.name, sheet } }).unwrap()
      rememberFile(id, file)
      isReplaced.current = true
      await navigate(`/organizations/${organization}/athletes/import/${id}`, { replace: true })
    } catch (error) {
      onFailure(textOf(error))
    }
  }

  return (
    <div className="max-w-80">
      <Field label="Sheet" hint={file ? undefined : 'Upload the file again to read another sheet.'}>
        {(control) => (
          <Select
            {...control}
            size="small"
            value={whole.sheet ?? ''}
            disabled={!file || busy}
            onChange={({ target }) => void read(target.value)}
          >
            {whole.sheets.map(({ name, rows }) => (
              <option key={name} value={name}>
                {`${name} (${rowsInWords(rows)}${rows >= 1000 ? ' or more' : ''})`}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}

/** Numbers and dates get fields of their kind. */
function guessKind(values: string[]): CustomFieldKind {
  const filled = values.filter((value) => value !== '')
  if (filled.length > 0 && filled.every((value) => /^-?\d{1,9}([.,]\d{1,6})?$/.test(value))) return 'number'
  return filled.length > 0 && filled.every((value) => /^\d{4}-\d\d-\d\d$/.test(value)) ? 'date' : 'text'
}

function textOf(error: unknown) {
  const { text, fields } = failureOf(error)
  return [...fields.values()][0] ?? text
}

function Preview({ whole: { columns, examples } }: { whole: WholeImport }) {
  return (
    <section aria-label="Preview of the file" tabIndex={0} className="mt-2 max-h-96 overflow-auto border border-line">
      <table className="text-xs">
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th
                key={name}
                scope="col"
                className="sticky top-0 bg-snow px-3 py-2 text-left font-semibold whitespace-nowrap"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {examples.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by index.
            <tr key={line} className="border-t border-line">
              {columns.map(({ name }, at) => (
                <td key={name} className="max-w-64 truncate px-3 py-1.5">
                  {row[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Options({ mapping, onChange }: Changing) {
  const { defaults, duplicates, identifier, targets } = mapping
  const kinds = (Object.keys(duplicateKinds) as DuplicateKind[]).filter(
    (kind) =>
      (kind !== 'identifier' || identifier !== null) &&
      (kind !== 'email' || targets.includes('email')) &&
      (kind !== 'birth' || targets.includes('birthDate')),
  )
  const { stages } = useLabels()
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          size="small"
          label="Level"
          hint="Default if no column is mapped"
          value={defaults.level}
          onChange={({ target }) =>
            onChange({ defaults: { ...defaults, level: target.value as typeof defaults.level } })
          }
          options={levels}
        />
        <SelectField
          size="small"
          label="Stage"
          hint="Default if no column is mapped"
          value={defaults.stage}
          onChange={({ target }) =>
            onChange({ defaults: { ...defaults, stage: target.value as typeof defaults.stage } })
          }
          options={stages}
        />
      </div>
      <fieldset>
        <legend className="text-sm font-semibold text-ink">When an athlete already exists or appears twice</legend>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          {kinds.map((kind) => (
            <SelectField
              size="small"
              key={kind}
              label={duplicateKinds[kind]}
              value={duplicates[kind]}
              onChange={({ target }) =>
                onChange({ duplicates: { ...duplicates, [kind]: target.value as DuplicateChoice } })
              }
              options={duplicateChoices}
            />
          ))}
        </div>
      </fieldset>
      <div className="flex flex-col gap-3">
        <Checkbox
          checked={mapping.notUnderstood === 'leave-empty'}
          onChange={({ target }) => onChange({ notUnderstood: target.checked ? 'leave-empty' : 'leave-out-row' })}
        >
          Import rows with unrecognized values and leave those values empty
        </Checkbox>
        <Checkbox checked={mapping.lookAfter} onChange={({ target }) => onChange({ lookAfter: target.checked })}>
          Assign the new athletes to me
        </Checkbox>
      </div>
    </div>
  )
}

import { type Currency, decimalOf, parseMoney } from '@sherpa/contracts/currency'
import { type ApprovalChain, type ApprovalStep, approvalChains, type DealKind, dealKinds } from '@sherpa/contracts/deal'
import { Button } from '@sherpa/ui/button'
import { Checkbox } from '@sherpa/ui/choice'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useLabels } from '../../../frame/account-context.ts'
import { useColleagues } from '../../athletes/use-colleagues.ts'
import { newId } from '../new-id.ts'
import { RuleChoice, RuleText } from '../rule-fields.tsx'
import { type ReadRule, RulesEditor } from '../rules-editor.tsx'

type StepDraft = ApprovalStep & { id: string }
type Draft = { id: string; kind: DealKind | ''; from: string; steps: StepDraft[] }

const MOST_STEPS = 6
const approverRoles = ['owner', 'compliance', 'agent', 'support-staff', 'coach'] as const
const needs = { any: 'One must approve', all: 'All must approve' } as const

export function ChainsEditor({
  chains,
  currency,
  save,
  onClose,
}: {
  chains: readonly ApprovalChain[]
  currency: Currency
  save: (chains: ApprovalChain[]) => Promise<unknown>
  onClose: () => void
}) {
  return (
    <RulesEditor
      drafts={chains.map((chain) => draftOf(chain, currency))}
      newDraft={(): Draft => ({ id: newId(), kind: '', from: '0', steps: [newStep()] })}
      addLabel="Add rule"
      nameOf={({ kind, from }) => `the rule for ${kind ? dealKinds[kind] : 'all kinds'} from ${from}`}
      read={(draft) => chainOf(draft, currency)}
      save={save}
      onClose={onClose}
    >
      {(draft, change, errors) => (
        <>
          <RuleChoice
            label="Deals"
            value={draft.kind}
            options={{ '': 'All kinds', ...dealKinds }}
            onChange={(kind) => change({ kind })}
            error={errors.get('kind')}
          />
          <RuleText
            label={`Minimum amount (${currency})`}
            inputMode="decimal"
            maxLength={40}
            value={draft.from}
            onChange={(from) => change({ from })}
            error={errors.get('fromMinor')}
          />
          <ol className="wide flex flex-col gap-4">
            {draft.steps.map((step, index) => (
              <li key={step.id} className="border-l-2 border-line pl-4">
                <StepFields
                  step={step}
                  number={index + 1}
                  errors={errors}
                  onChange={(changes) =>
                    change({ steps: draft.steps.map((one) => (one.id === step.id ? { ...one, ...changes } : one)) })
                  }
                  onRemove={
                    draft.steps.length > 1
                      ? () => change({ steps: draft.steps.filter(({ id }) => id !== step.id) })
                      : undefined
                  }
                />
              </li>
            ))}
          </ol>
          {draft.steps.length < MOST_STEPS && (
            <div className="wide">
              <Button look="secondary" size="small" onClick={() => change({ steps: [...draft.steps, newStep()] })}>
                <ToolIcon name="plus" />
                Add step
              </Button>
            </div>
          )}
        </>
      )}
    </RulesEditor>
  )
}

function StepFields({
  step,
  number,
  errors,
  onChange,
  onRemove,
}: {
  step: StepDraft
  number: number
  errors: ReadonlyMap<string, string>
  onChange: (changes: Partial<StepDraft>) => void
  onRemove: (() => void) | undefined
}) {
  const colleagues = useColleagues()
  const { roles: roleNames } = useLabels()
  const isEmpty = step.people.length + step.roles.length === 0
  const toggled = <Value extends string>(all: Value[], one: Value) =>
    all.includes(one) ? all.filter((other) => other !== one) : [...all, one]
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="text-sm font-semibold text-ink">Step {number}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <RuleText
          label="Name"
          maxLength={60}
          placeholder="Compliance"
          value={step.name}
          onChange={(name) => onChange({ name })}
          error={step.name.trim() === '' ? errors.get('name') : undefined}
        />
        <RuleChoice
          label="Approvals"
          value={step.needs}
          options={needs}
          onChange={(value) => onChange({ needs: value })}
          error={undefined}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <fieldset className="flex flex-col gap-1">
          <legend className="pb-1 text-sm font-semibold text-ink">Roles</legend>
          {approverRoles.map((role) => (
            <Checkbox
              key={role}
              checked={step.roles.includes(role)}
              onChange={() => onChange({ roles: toggled(step.roles, role) })}
            >
              {roleNames[role]}
            </Checkbox>
          ))}
        </fieldset>
        <fieldset className="flex max-h-52 flex-col gap-1 overflow-y-auto">
          <legend className="pb-1 text-sm font-semibold text-ink">People</legend>
          {colleagues.map(([id, name]) => (
            <Checkbox
              key={id}
              checked={step.people.includes(id)}
              onChange={() => onChange({ people: toggled(step.people, id) })}
            >
              {name}
            </Checkbox>
          ))}
        </fieldset>
      </div>
      {isEmpty && errors.has('who') && <p className="text-sm font-medium text-error">{errors.get('who')}</p>}
      {onRemove && (
        <div>
          <Button look="secondary" size="small" aria-label={`Remove step ${number}`} onClick={onRemove}>
            Remove step
          </Button>
        </div>
      )}
    </fieldset>
  )
}

function newStep(): StepDraft {
  return { id: newId(), name: '', people: [], roles: [], needs: 'any' }
}

function draftOf({ kind, fromMinor, steps }: ApprovalChain, currency: Currency): Draft {
  return {
    id: newId(),
    kind: kind ?? '',
    from: fromMinor === 0 ? '0' : decimalOf(fromMinor, currency),
    steps: steps.map((step) => ({ ...step, id: newId() })),
  }
}

function chainOf({ kind, from, steps }: Draft, currency: Currency): ReadRule<ApprovalChain> {
  const amount = parseMoney(from.trim() || '0', currency)
  const errors = new Map<string, string>()
  if ('problem' in amount) errors.set('fromMinor', amount.problem)
  if (steps.some(({ people, roles }) => people.length + roles.length === 0)) {
    errors.set('who', 'Choose a role or a person')
  }
  const chain = {
    kind: kind || null,
    fromMinor: 'minor' in amount ? amount.minor : 0,
    steps: steps.map(({ id: _, ...step }) => step),
  }
  const read = approvalChains.safeParse({ chains: [chain] })
  for (const { path, message } of read.error?.issues ?? []) {
    errors.set(String(path.findLast((part) => typeof part === 'string') ?? ''), message)
  }
  const [valid] = read.data?.chains ?? []
  return valid && errors.size === 0 ? { rule: valid } : { errors }
}

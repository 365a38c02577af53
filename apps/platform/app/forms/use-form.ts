import { fieldErrors } from '@sherpa/contracts/text'
import { type FormEvent, useRef, useState } from 'react'
import type { output, ZodMiniType } from 'zod/mini'
import { type Failure, failureOf } from './failure.ts'
import { noteSaved, useUnsavedChanges } from './unsaved-changes.ts'

type Typed = Record<string, unknown>

/** A part of a form, such as the question on a phone's screen. */
type FormStep = { fields: readonly string[]; next: () => void }

type FormRules<Schema extends ZodMiniType> = {
  /** The contract's schema, so that client and server validate alike. */
  schema: Schema
  /** Converts form texts to the input of the schema. */
  read?: (typed: Typed) => Typed
  send: (values: output<Schema>) => Promise<unknown>
  /** The step that is shown, except the last one: it is validated, and the form is not sent yet. */
  stepShown?: () => FormStep | undefined
  /** Shows the step of an invalid field, which gets the focus then. */
  showStepOf?: (field: string) => void
  /** Custom handling of refusals. Returns whether it handled this one. */
  onRefusal?: (failure: Failure) => boolean
}

const noErrors: ReadonlyMap<string, string> = new Map()

/** Validates, submits, shows errors beside their fields and keeps the input. */
export function useForm<Schema extends ZodMiniType>({
  schema,
  read = (typed) => typed,
  send,
  stepShown,
  showStepOf,
  onRefusal,
}: FormRules<Schema>) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState(noErrors)
  const [failureText, setFailureText] = useState<string>()
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  /** The element, since a form that disappears takes its input along. */
  const changed = useRef<HTMLFormElement>(null)
  useUnsavedChanges(form, () => changed.current !== null && changed.current === form.current && !sending.current)

  const values = (element: HTMLFormElement) => read(Object.fromEntries(new FormData(element)))

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.current) return
    const element = event.currentTarget
    const typed = values(element)
    const step = stepShown?.()
    const wrong = fieldErrors(schema, typed)
    if (step) for (const field of wrong.keys()) if (!step.fields.includes(field)) wrong.delete(field)
    show(wrong, undefined)
    if (wrong.size > 0) return
    if (step) return step.next()
    sending.current = true
    setBusy(true)
    try {
      await send(schema.parse(typed) as output<Schema>)
      changed.current = null
      noteSaved(element)
    } catch (error) {
      const failure = failureOf(error)
      if (!onRefusal?.(failure)) show(failure.fields, failure.text)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  function show(wrong: ReadonlyMap<string, string>, text: string | undefined) {
    const beside = [...wrong].filter(([field]) => controlOf(field))
    setErrors(new Map(beside))
    // Errors without a field are shown for the whole form.
    const elsewhere = [...wrong].filter(([field]) => !controlOf(field)).map(([, message]) => message)
    setFailureText(elsewhere[0] ?? (beside.length === 0 ? text : undefined))
    // The first in document order, which may differ from the schema's.
    const first = [...(form.current?.elements ?? [])].find((control) => wrong.has((control as HTMLInputElement).name))
    if (!(first instanceof HTMLElement)) return
    showStepOf?.((first as HTMLInputElement).name)
    first.focus()
  }

  function controlOf(field: string) {
    const control = form.current?.elements.namedItem(field)
    const element = control instanceof RadioNodeList ? control[0] : control
    return element instanceof HTMLElement ? element : undefined
  }

  /** Clears the error of a corrected field. Others are validated on the next submit. */
  function revalidate(event: FormEvent<HTMLFormElement>) {
    changed.current = event.currentTarget
    const { name } = event.target as HTMLInputElement
    if (!errors.has(name)) return
    const left = new Map(errors)
    const still = fieldErrors(schema, values(event.currentTarget)).get(name)
    if (still) left.set(name, still)
    else left.delete(name)
    setErrors(left)
  }

  return {
    errors,
    failureText,
    busy,
    // Before hydration, method "dialog" outside a dialog submits nothing, so input stays out of the address.
    formProps: {
      ref: form,
      method: 'dialog' as const,
      noValidate: true,
      onSubmit: submit,
      onInput: revalidate,
      onReset() {
        changed.current = null
      },
    },
  }
}

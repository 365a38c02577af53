import { fieldErrors } from '@sherpa/contracts/text'
import { type FormEvent, useRef, useState } from 'react'
import type { output, ZodMiniType } from 'zod/mini'
import { type Failure, failureOf } from './failure.ts'

type Typed = Record<string, unknown>

type FormRules<Schema extends ZodMiniType> = {
  /** The contract's own rules: what the server would refuse is not sent. */
  schema: Schema
  /** Turns what was typed into what the schema reads, where texts are not enough. */
  read?: (typed: Typed) => Typed
  send: (values: output<Schema>) => Promise<unknown>
  /** For refusals that deserve more than a message. Answers whether it took care of this one. */
  onRefusal?: (failure: Failure) => boolean
}

const noErrors: ReadonlyMap<string, string> = new Map()

/** How every form here behaves: checks, sends, shows what is wrong beside its field, and keeps what was typed. */
export function useForm<Schema extends ZodMiniType>({
  schema,
  read = (typed) => typed,
  send,
  onRefusal,
}: FormRules<Schema>) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState(noErrors)
  const [failureText, setFailureText] = useState<string>()
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)

  const values = (element: HTMLFormElement) => read(Object.fromEntries(new FormData(element)))

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.current) return
    const typed = values(event.currentTarget)
    const wrong = fieldErrors(schema, typed)
    show(wrong, undefined)
    if (wrong.size > 0) return
    sending.current = true
    setBusy(true)
    try {
      await send(schema.parse(typed) as output<Schema>)
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
    // What has no field to stand beside must still be said.
    const elsewhere = [...wrong].filter(([field]) => !controlOf(field)).map(([, message]) => message)
    setFailureText(elsewhere[0] ?? (beside.length === 0 ? text : undefined))
    // The first as people see it: the schema may have another order.
    const first = [...(form.current?.elements ?? [])].find((control) => wrong.has((control as HTMLInputElement).name))
    if (first instanceof HTMLElement) first.focus()
  }

  function controlOf(field: string) {
    const control = form.current?.elements.namedItem(field)
    const element = control instanceof RadioNodeList ? control[0] : control
    return element instanceof HTMLElement ? element : undefined
  }

  /** A field that has been corrected is no longer marked; other fields are not marked before the next submit. */
  function recheck(event: FormEvent<HTMLFormElement>) {
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
    // Without scripts, "dialog" outside a dialog sends nothing: what was typed stays where it is, and out of the address.
    formProps: { ref: form, method: 'dialog' as const, noValidate: true, onSubmit: submit, onInput: recheck },
  }
}

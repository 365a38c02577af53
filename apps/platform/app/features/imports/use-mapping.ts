import { useRef, useState } from 'react'
import { failureOf, withFieldErrors } from '../../forms/failure.ts'
import type { AnyImport, Meanings } from './importable.ts'

/** The mapping of an import. Every change is saved at once and returns the new meanings. */
export function useMapping<Mapping extends AnyImport['mapping']>(
  stored: Mapping,
  save: (mapping: Mapping) => Promise<unknown>,
) {
  const [mapping, setMapping] = useState(stored)
  const [failure, setFailure] = useState<string>()
  const saved = useRef<Promise<unknown>>(Promise.resolve())
  const fail = (error: unknown) => setFailure(withFieldErrors(failureOf(error)))

  /** Serialized, so that the last change wins. */
  function change(next: Partial<Mapping>) {
    const body = { ...mapping, ...next }
    setMapping(body)
    setFailure(undefined)
    saved.current = saved.current.then(() => save(body)).catch(fail)
  }

  /** Changes that the server decides: it answers with the new mapping. */
  async function attempt(work: () => Promise<{ mapping: Mapping }>) {
    setFailure(undefined)
    try {
      await saved.current
      setMapping((await work()).mapping)
    } catch (error) {
      fail(error)
    }
  }

  return { mapping, change, attempt, saved, failure, fail }
}

/** A target is mapped once: another column loses it. */
export function rematch<Target extends string>(
  { targets, values }: { targets: (Target | null)[]; values: Meanings },
  column: number,
  next: Target | null,
) {
  const { [column]: _, ...others } = values
  return { targets: targets.map((one, at) => (at === column ? next : one === next ? null : one)), values: others }
}

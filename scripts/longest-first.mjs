// Vitest sequencer: the longest files first, so that none is left alone at the end.
import { relative } from 'node:path'
import { BaseSequencer } from 'vitest/node'
import { root } from './prepare.mjs'
import { keptDurations } from './test-durations.mjs'

/** @param {import('vitest/node').TestSpecification} file */
const duration = ({ moduleId }) => keptDurations[relative(root, moduleId)] ?? 0

export class LongestFirst extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    return files.toSorted((one, other) => duration(other) - duration(one))
  }
}

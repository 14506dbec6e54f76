// Opens a BCF file with bcf-js, an npm package, and prints what that found as JSON.
// Run: node read_bcf.cjs FOLDER-WITH-node_modules VERSION FILE
'use strict'
const { readFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const path = require('node:path')

const [folder, version, file] = process.argv.slice(2)
const { BcfReader } = createRequire(path.join(path.resolve(folder), 'index.js'))(`@parametricos/bcf-js/dist/${version}`)

const point = (p) => [p.x, p.y, p.z].map(Number)

function sizeOf(base64) {
  const png = Buffer.from(base64, 'base64')
  return png.toString('latin1', 1, 4) === 'PNG' ? [png.readUInt32BE(16), png.readUInt32BE(20)] : null
}

async function viewpoint(info) {
  const camera = info.perspective_camera
  return {
    guid: info.guid,
    ifc_guids: info.components.selection.map((c) => c.ifc_guid ?? null),
    eye: point(camera.camera_view_point),
    direction: point(camera.camera_direction),
    up: point(camera.camera_up_vector),
    field_of_view: Number(camera.field_of_view),
    snapshot: sizeOf(await info.getSnapshot()),
  }
}

async function topic({ topic, viewpoints }) {
  return {
    guid: topic.guid,
    title: topic.title,
    index: Number(topic.index),
    type: topic.topic_type,
    status: topic.topic_status,
    labels: topic.labels,
    description: topic.description,
    author: topic.creation_author,
    date: String(topic.creation_date),
    viewpoints: await Promise.all(viewpoints.map(viewpoint)),
  }
}

async function main() {
  const reader = new BcfReader()
  await reader.read(new Uint8Array(readFileSync(file)).buffer)
  const topics = await Promise.all(reader.project.markups.map(topic))
  console.log(JSON.stringify({ version: reader.version, topics }))
}
main()

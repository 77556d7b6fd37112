"""Check the files of KubeRay against its own schemas, the custom resource definitions.

git clone --depth 1 https://github.com/ray-project/kuberay
python packaging/cluster/validate.py kuberay/ray-operator/config/crd/bases
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import yaml

HERE = Path(__file__).parent


def resources() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each resource with its file."""
    for path in sorted(HERE.glob("kuberay-*.yaml")):
        for resource in yaml.safe_load_all(path.read_text()):
            yield path.name, resource


def find_schema(folder: Path, resource: dict[str, Any]) -> dict[str, Any]:
    """Find the schema of a resource of KubeRay; unknown keys are errors, as in `kubectl apply`."""
    group, _, version = resource["apiVersion"].partition("/")
    plural = f"{resource['kind'].lower()}s"
    definition = yaml.safe_load((folder / f"{group}_{plural}.yaml").read_text())
    versions = {one["name"]: one["schema"]["openAPIV3Schema"] for one in definition["spec"]["versions"]}
    schema: dict[str, Any] = close(versions[version])
    return schema


def close(schema: Any) -> Any:
    """Refuse keys that a schema doesn't list."""
    if isinstance(schema, list):
        return [close(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: close(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and "additionalProperties" not in schema:
        closed["additionalProperties"] = bool(schema.get("x-kubernetes-preserve-unknown-fields"))
    if schema.get("type") == "object" and "properties" not in schema and "additionalProperties" not in schema:
        closed.pop("additionalProperties", None)
    if schema.get("x-kubernetes-int-or-string"):
        closed = {"type": ["integer", "string"]}
    return closed


def main() -> int:
    """Check all; print a line each, and return the number of faults."""
    folder, n_faults = Path(sys.argv[1]), 0
    for name, resource in resources():
        if not resource["apiVersion"].startswith("ray.io/"):
            continue
        body = {key: value for key, value in resource.items() if key != "metadata"}
        schema = find_schema(folder, resource)
        faults = list(jsonschema.Draft202012Validator(schema).iter_errors(body))
        n_faults += len(faults)
        print(f"{name}: {resource['kind']}: {'right' if not faults else ''}")
        for fault in faults:
            print(f"  {'.'.join(map(str, fault.absolute_path))}: {fault.message[:200]}")
    return n_faults


if __name__ == "__main__":
    sys.exit(main())

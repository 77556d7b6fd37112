"""The files of packaging/cluster: checked by Ray's own schema, by Bash, and by running them on this machine."""

import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from farandole.cli._commands import parse
from needs import needs

ROOT = Path(__file__).parents[1]
CLUSTER = ROOT / "packaging" / "cluster"
SCRIPTS = sorted(CLUSTER.glob("*.sbatch"))


def resources(name: str) -> list[dict[str, Any]]:
    import yaml

    return list(yaml.safe_load_all((CLUSTER / name).read_text()))


def spec_of(name: str) -> dict[str, Any]:
    spec: dict[str, Any] = resources(name)[1]["spec"]
    cluster: dict[str, Any] = spec.get("rayClusterSpec", spec)
    return cluster


@needs("yaml")
@pytest.mark.parametrize("name", ["kuberay-cluster.yaml", "kuberay-job.yaml"])
def test_all_pods_have_the_rights_and_the_image(name: str) -> None:
    account, _ = resources(name)
    spec = spec_of(name)
    pods = [group["template"]["spec"] for group in (spec["headGroupSpec"], *spec["workerGroupSpecs"])]
    assert {pod["serviceAccountName"] for pod in pods} == {account["metadata"]["name"]}
    containers = [container for pod in pods for container in pod["containers"]]
    assert len({container["image"] for container in containers}) == 1
    for container in containers:
        assert container["envFrom"] == [{"secretRef": {"name": "farandole-s3", "optional": True}}]
        assert container["resources"]["limits"] == container["resources"]["requests"]
    image = (CLUSTER / "Containerfile").read_text()
    assert f"ray:{spec['rayVersion']}-py311" in image


@needs("yaml")
def test_both_files_have_the_same_cluster() -> None:
    cluster = spec_of("kuberay-cluster.yaml")
    assert cluster.pop("enableInTreeAutoscaling")
    assert cluster == spec_of("kuberay-job.yaml")
    assert resources("kuberay-cluster.yaml")[0] == resources("kuberay-job.yaml")[0]


@needs("yaml")
def test_commands_are_ours() -> None:
    entry = resources("kuberay-job.yaml")[1]["spec"]["entrypoint"]
    program, *words = shlex.split(entry)
    assert program == "farandole"
    arguments = parse(words)
    assert (arguments.engine, arguments.address) == ("ray", "auto")


@needs("yaml")
def test_the_check_of_kuberay_files_finds_faults(tmp_path: Path) -> None:
    import yaml

    for kind, known in (("raycluster", "headGroupSpec"), ("rayjob", "entrypoint")):
        schema = {"type": "object", "properties": {"spec": {"type": "object", "properties": {known: {}}}}}
        versions = [{"name": "v1", "schema": {"openAPIV3Schema": schema}}]
        (tmp_path / f"ray.io_{kind}s.yaml").write_text(yaml.safe_dump({"spec": {"versions": versions}}))
    done = subprocess.run([sys.executable, CLUSTER / "validate.py", tmp_path], capture_output=True, text=True)
    assert done.returncode > 0
    assert "'workerGroupSpecs' was unexpected" in done.stdout or "workerGroupSpecs" in done.stdout


@needs("ray", "yaml")
def test_ray_up_by_the_schema_of_ray() -> None:
    import yaml
    from ray.autoscaler._private.util import prepare_config, validate_config

    config = yaml.safe_load((CLUSTER / "ray-up.yaml").read_text())
    validate_config(prepare_config(config))
    with pytest.raises(Exception, match="max_worker"):
        validate_config(prepare_config(config | {"max_worker": 1}))
    nodes = [kind["node_config"] for kind in config["available_node_types"].values()]
    assert len({json.dumps(node["IamInstanceProfile"]) for node in nodes}) == 1


def test_rights_are_no_wider_than_the_job() -> None:
    policy = json.loads((CLUSTER / "s3-policy.json").read_text())
    actions = {action for statement in policy["Statement"] for action in statement["Action"]}
    assert actions == {"s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload", "s3:ListBucket"}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_scripts_of_slurm_are_bash(script: Path) -> None:
    bash = shutil.which("bash") or "/bin/bash"
    assert subprocess.run([bash, "-n", script], capture_output=True).returncode == 0
    directives = [line for line in script.read_text().split("\n") if line.startswith("#SBATCH")]
    assert len(directives) >= 6
    assert all(line.startswith("#SBATCH --") and "=" in line for line in directives)
    done = subprocess.run([bash, script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, f"usage: sbatch {script.name} JOB [INPUT] OUTPUT [OPTION...]\n")


@pytest.mark.slow
@needs("dask")
def test_the_script_of_slurm_with_dask_solves_on_this_machine(tmp_path: Path) -> None:
    """That for Ray isn't run: whether Ray takes a head at the address of this machine depends on its network."""
    address = socket.gethostbyname(socket.gethostname())
    commands = {
        "srun": 'while [[ "$1" == --* ]]; do shift; done; exec "$@"',
        "scontrol": "echo here",
        "hostname": f"echo {address}",
    }
    for name, body in commands.items():
        (tmp_path / name).write_text(f"#!/bin/bash\n{body}\n")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "in").mkdir()
    lines = "".join(f"{line[:81]}\n" for line in (ROOT / "examples" / "hardest.txt").read_text().splitlines()[1:])
    for number in range(2):
        (tmp_path / "in" / f"{number}.txt").write_text(lines)
    environment = os.environ | {
        "PATH": f"{tmp_path}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "SLURM_JOB_ID": str(os.getpid()),
        "SLURM_JOB_NUM_NODES": "1",
        "SLURM_JOB_NODELIST": "here",
        "SLURM_CPUS_PER_TASK": "2",
        "SLURM_SUBMIT_DIR": str(tmp_path),
    }
    words = ["bash", str(CLUSTER / "slurm-dask.sbatch"), "solve", "in", "out"]
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stderr[-2000:]
    assert len(list((tmp_path / "out").glob("part-*.parquet"))) == 2
